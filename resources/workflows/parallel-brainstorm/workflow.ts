/** Several heads think about one question, each from its own side; one merges what they found. */
const ANGLES = {
  zh: ['人物的欲望与恐惧', '冲突怎样再升一级', '这个世界的规则能带来什么', '读者正在期待什么、怎样落空再兑现', '反着来会怎样'],
  en: ['what the people want and fear', 'how the conflict rises by one more step', 'what the rules of this world make possible', 'what the reader expects, and how to withhold and then pay it', 'what happens if it goes the other way'],
}
const Idea = Type.Object({ title: Type.String(), idea: Type.String(), risk: Type.String() })
const Ideas = Type.Object({ ideas: Type.Array(Idea) })
const Merged = Type.Object({ top: Type.Array(Type.Object({ title: Type.String(), idea: Type.String(), why: Type.String(), angle: Type.String() })), conflicts: Type.Array(Type.String()), note: Type.String() })

export default {
  key: 'parallel-brainstorm',
  title: { zh: '分头想点子', en: 'Brainstorm side by side' },
  description: { zh: '几个助手从不同角度想同一个问题，再合并成几条最值得要的。', en: 'Several assistants think about one question from different angles; the best of it is merged.' },
  whenToUse: { zh: '卡住了，或者想在动笔前多看几条路。', en: 'When you are stuck, or want to see several ways before you write.' },
  argsHint: [
    { name: 'question', label: { zh: '想什么', en: 'The question' }, defaultValue: '' },
    { name: 'angles', label: { zh: '角度（不填用常用的五个）', en: 'Angles (empty: the usual five)' }, defaultValue: [] },
    { name: 'each', label: { zh: '每个角度几条', en: 'Ideas per angle' }, defaultValue: 3 },
  ],
  phases: [{ key: 'angles', title: { zh: '分头想', en: 'Thinking' } }, { key: 'merge', title: { zh: '合并', en: 'Merging' } }],
  run: async (wf, args: { question?: string; angles?: string[]; each?: number }) => {
    const t = (zh: string, en: string) => (wf.caller.locale === 'en' ? en : zh)
    const question = args.question || (await wf.ask.text(t('想什么？把问题和已经定下的事写在这里。', 'What is the question? Say what is settled already, too.')))
    const angles = args.angles?.length ? args.angles.slice(0, 8) : ANGLES[wf.caller.locale === 'en' ? 'en' : 'zh']
    const each = Math.min(Math.max(args.each ?? 3, 1), 6)
    wf.chart.node('merge', t('合并', 'Merge'))
    angles.forEach((angle, n) => { wf.chart.node(`a${n}`, angle); wf.chart.edge(`a${n}`, 'merge') })
    const failed = []
    let cause = null
    let done = 0
    wf.progress('angles', { done, total: angles.length })
    const found = await wf.map(angles, async (angle, n) => {
      wf.chart.enter(`a${n}`)
      const { status, result, error } = await wf.agents.invoke('adhoc', {
        title: angle, initial: {
          name: angle, outputSchema: Ideas,
          systemPrompt: t(`你替一位小说作者想点子，只从一个角度想：${angle}。点子要具体到谁做了什么、付出什么代价；不要泛泛的建议，不要套路名词。`, `You think for a novelist from one angle only: ${angle}. Be as concrete as who does what and at what price; no general advice, no names of tropes.`),
        },
        message: t(`给 ${each} 条点子，每条说明风险。问题：\n${question}`, `Give ${each} ideas, each with its risk. The question:\n${question}`),
      })
      wf.chart.leave(`a${n}`, { failed: status !== 'completed' })
      wf.progress('angles', { done: (done += 1), total: angles.length })
      if (status === 'completed') return { angle, ideas: result.data.ideas }
      wf.log(t(`“${angle}”没有结果：`, `No result from "${angle}": `), error.message)
      failed.push({ step: angle, why: error.message })
      cause = cause ?? error
      return null
    }, { concurrency: 8 })
    const all = found.filter((one) => one !== null)
    if (all.length === 0) throw cause
    const count = all.reduce((sum, one) => sum + one.ideas.length, 0)
    if (count === 0) throw new Error(t('没有一个角度给出点子。', 'No angle gave an idea.'))
    wf.progress('merge')
    wf.chart.enter('merge')
    const merged = await wf.agents.invoke('adhoc', {
      title: t('合并点子', 'Merging'), initial: { name: t('合并', 'Merge'), outputSchema: Merged, systemPrompt: t('你替作者筛点子：合并重复的，留下三到五条最有戏、互不雷同的，说明为什么值得要；互相打架的列出来，由作者取舍。', 'You sift ideas for a novelist: join what is the same, keep the three to five that promise most and differ most, say why; list those that exclude each other for the author to choose.') },
      message: `${t('问题：', 'The question: ')}${question}\n\n${JSON.stringify(all, null, 1)}`,
    })
    wf.chart.leave('merge', { failed: merged.status !== 'completed' })
    if (merged.status !== 'completed') {
      // The ideas are there all the same; what is missing is the choice among them.
      wf.log(t('没有合并成：', 'They were not merged: '), merged.error.message)
      return { question, all, failed: [...failed, { step: t('合并', 'Merge'), why: merged.error.message }] }
    }
    wf.log(t(`${count} 条点子，留下 ${merged.result.data.top.length} 条。`, `Ideas: ${count}; kept: ${merged.result.data.top.length}.`))
    return { question, ...merged.result.data, all, failed }
  },
}
