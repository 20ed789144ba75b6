/** A draft, a reader's objections, a revision: one to three times. Nothing is written to a file. */
const Draft = Type.Object({ text: Type.String({ description: 'The passage itself, nothing else' }) })
const Review = Type.Object({ pass: Type.Boolean({ description: 'True when nothing that matters is left' }), issues: Type.Array(Type.Object({ quote: Type.String(), problem: Type.String(), fix: Type.String() })) })

export default {
  key: 'write-review-loop',
  title: { zh: '起草—审读—修改', en: 'Draft, review, revise' },
  description: { zh: '按要求写一段，由另一位审读，再改，最多三轮；只给文字，不动文件。', en: 'Writes a passage as asked, lets another read it, revises, up to three times; gives text, touches no file.' },
  whenToUse: { zh: '想要一段打磨过的文字，自己再决定放在哪里。', en: 'When you want a polished passage and decide yourself where it goes.' },
  argsHint: [
    { name: 'brief', label: { zh: '写什么', en: 'What to write' }, defaultValue: '' },
    { name: 'rounds', label: { zh: '最多改几轮（1-3）', en: 'Revisions at most (1-3)' }, defaultValue: 2 },
    { name: 'path', label: { zh: '参考哪一章的笔调（可不填）', en: 'A chapter whose voice to match (may be empty)' }, defaultValue: '' },
  ],
  phases: [{ key: 'draft', title: { zh: '起草', en: 'Draft' } }, { key: 'review', title: { zh: '审读', en: 'Review' } }, { key: 'revise', title: { zh: '修改', en: 'Revise' } }],
  run: async (wf, args: { brief?: string; rounds?: number; path?: string }) => {
    const t = (zh: string, en: string) => (wf.caller.locale === 'en' ? en : zh)
    const brief = args.brief || (await wf.ask.text(t('写什么？', 'What shall be written?')))
    const rounds = Math.min(Math.max(args.rounds ?? 2, 1), 3)
    const voice = args.path ? `\n\n${t('笔调照这一章的末尾：', 'Match the voice of the end of this chapter:')}\n${(await wf.workspace.read(args.path)).slice(-3000)}` : ''
    wf.chart.node('draft', t('起草', 'Draft'))
    wf.progress('draft')
    wf.chart.enter('draft')
    const writer = await wf.agents.create('adhoc', {
      ephemeral: true, title: t('执笔', 'Writer'), initial: { name: t('执笔', 'Writer'), outputSchema: Draft, systemPrompt: t('你写小说正文。写场面，不写报告；动作和物件承担情绪；不用套话，不作总结句。只报正文本身。', 'You write prose of a novel. Scenes, not reports; let objects and actions hold the feeling; no stock phrases, no summing-up last line. Report the passage itself and nothing else.') },
    })
    const written = async (node: string, message: string) => {
      const { status, result, error } = await writer.invoke({ message })
      const text = status === 'completed' ? result.data.text.trim() : ''
      wf.chart.leave(node, { failed: text === '' })
      return text === '' ? { error: error ?? { code: 'NO_REPORT', message: t('执笔没有交出文字。', 'The writer gave no text.') } } : { text }
    }
    const draft = await written('draft', `${brief}${voice}`)
    if (draft.error) throw draft.error
    let text = draft.text
    let issues = null
    let round = 0
    let before = 'draft'
    const failed = []
    const lost = (step: string, error: { message: string }) => { wf.log(t(`${step}没有做成：`, `${step} did not work: `), error.message); failed.push({ step, why: error.message }) }
    for (; round < rounds; ) {
      const review = `review${round + 1}`
      wf.chart.node(review, t(`审读 ${round + 1}`, `Review ${round + 1}`))
      wf.chart.edge(before, review)
      wf.progress('review', { done: round, total: rounds })
      wf.chart.enter(review)
      const { status, result, error } = await wf.agents.invoke('adhoc', {
        title: t('审读', 'Reader'), initial: { name: t('审读', 'Reader'), outputSchema: Review, systemPrompt: t('你是挑剔而公道的第一读者。只指出真正妨碍阅读的地方：引原句，说问题，给改法；没有就放行。不为挑错而挑错。', 'You are a demanding and fair first reader. Name only what really stands in a reader\'s way: quote it, say the problem, give the fix; pass it when there is nothing. Never object for the sake of it.') },
        message: `${t('要求：', 'The brief: ')}${brief}\n\n${t('文字：', 'The passage:')}\n${text}`,
      })
      wf.chart.leave(review, { failed: status !== 'completed' })
      // The text stands as it was written: what is missing is somebody's look at it.
      if (status !== 'completed') { lost(t(`审读 ${round + 1}`, `Review ${round + 1}`), error); break }
      issues = result.data.issues
      if (result.data.pass || issues.length === 0) break
      round += 1
      const revise = `revise${round}`
      wf.chart.node(revise, t(`修改 ${round}`, `Revision ${round}`))
      wf.chart.edge(review, revise)
      wf.progress('revise', { done: round, total: rounds })
      wf.chart.enter(revise)
      const revised = await written(revise, t('按这些意见改，别的不动；不同意的意见可以不改。报改后的全文：\n', 'Revise by these remarks and change nothing else; leave what you disagree with. Report the whole passage:\n') + JSON.stringify(issues, null, 1))
      if (revised.error) { round -= 1; lost(t(`修改 ${round + 1}`, `Revision ${round + 1}`), revised.error); break }
      text = revised.text
      before = revise
    }
    wf.log(issues === null ? t('没有人审读过。', 'Nobody has reviewed it.') : t(`改了 ${round} 轮，最后一次审读提了 ${issues.length} 条意见。`, `Revisions: ${round}; remarks of the last review: ${issues.length}.`))
    return { text, revisions: round, ...(issues === null ? {} : { lastReview: issues }), failed }
  },
}
