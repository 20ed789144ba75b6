/** Checks for machine prose, plans the repair, asks the author, repairs, checks again. */
const Report = Type.Object({ findings: Type.Array(Type.Object({ quote: Type.String(), rule: Type.String(), fix: Type.String() })) })
const Plan = Type.Object({ steps: Type.Array(Type.Object({ quote: Type.String(), change: Type.String() })), leave: Type.Array(Type.String({ description: 'Findings better left as they are, with the reason' })) })
const Fixed = Type.Object({ text: Type.String({ description: 'The whole passage after the repair' }) })
const RULES = {
  zh: '解释情绪的句子、空洞的比喻、不禁缓缓微微一股莫名、排比和金句收尾、对话里的解说、“不是……而是……”。',
  en: 'sentences that explain feelings, empty similes, "could not help but", "a sense of", triplets and aphorisms, exposition in dialogue, "not X but Y".',
}
const MOST = 12

export default {
  key: 'llmlint-full-review',
  title: { zh: '文风体检与修订', en: 'Style check and repair' },
  description: { zh: '查机器腔，列修改计划，你点头后才改，改完再查一遍。会改文件。', en: 'Checks for machine prose, plans the repair, changes only what you agree to, and checks again. Changes files.' },
  whenToUse: { zh: '体检之后想让助手动手改，又不想让它乱改。', en: 'When the style check found things and you want them repaired under your eye.' },
  argsHint: [{ name: 'paths', label: { zh: '改哪些文件', en: 'The files' }, defaultValue: [] }, { name: 'text', label: { zh: '或者直接贴一段', en: 'Or a passage' }, defaultValue: '' }],
  phases: [{ key: 'check', title: { zh: '检查', en: 'Check' } }, { key: 'plan', title: { zh: '计划', en: 'Plan' } }, { key: 'approve', title: { zh: '请你过目', en: 'Your word' } }, { key: 'fix', title: { zh: '修改', en: 'Repair' } }, { key: 'recheck', title: { zh: '复查', en: 'Check again' } }],
  run: async (wf, args: { paths?: string[]; text?: string }) => {
    const t = (zh: string, en: string) => (wf.caller.locale === 'en' ? en : zh)
    const rules = RULES[wf.caller.locale === 'en' ? 'en' : 'zh']
    const given = args.text || args.paths?.length ? (args.paths ?? []) : (await wf.ask.text(t('改哪些文件？一行一个。', 'Which files? One to a line.'))).split('\n').map((path) => path.trim()).filter((path) => path !== '')
    const work = args.text ? [{ name: t('这段文字', 'The passage'), path: null, text: args.text }] : given.slice(0, MOST).map((path) => ({ name: path, path, text: null }))
    if (work.length === 0) throw new Error(t('没有给文件，也没有给文字。', 'Neither files nor a passage were given.'))
    const steps = [['check', t('检查', 'Check')], ['plan', t('计划', 'Plan')], ['approve', t('请你过目', 'Your word')], ['fix', t('修改', 'Repair')], ['recheck', t('复查', 'Check again')]]
    steps.forEach(([id, label], n) => { wf.chart.node(id, label); if (n > 0) wf.chart.edge(steps[n - 1][0], id) })
    const one = async (title: string, outputSchema: object, systemPrompt: string, message: string) => {
      const { status, result, error } = await wf.agents.invoke('adhoc', { title, initial: { name: title, outputSchema, systemPrompt }, message })
      if (status !== 'completed' || !result.data) throw new Error(`${title}: ${error?.message ?? status}`)
      return result.data
    }
    const check = (item: { name: string; path: string | null; text: string | null }) => one(t(`检查：${item.name}`, `Check: ${item.name}`), Report, t(`你查小说文字里的机器腔：${rules}每条引原句。没有就报空表。`, `You look for machine prose: ${rules} Quote each place. An empty list is a good answer.`), item.path === null ? item.text : t(`读 ${item.path}，报告。`, `Read ${item.path} and report.`))
    wf.progress('check', { done: 0, total: work.length })
    wf.chart.enter('check')
    const before = await wf.map(work, check, { concurrency: 4 })
    const count = before.reduce((sum, report) => sum + report.findings.length, 0)
    if (count === 0) { wf.chart.leave('check'); return { changed: false, findings: 0, left: 0, plan: [], texts: [] } }
    wf.progress('plan')
    wf.chart.move('check', 'plan')
    const plans = await wf.map(work, (item, n) => one(t(`计划：${item.name}`, `Plan: ${item.name}`), Plan, t('你列修改计划：每条说清把哪一句改成什么样，动得越少越好；不值得改的放进 leave 并说明。', 'You plan a repair: for each place what becomes of it, as little as possible; what is better left goes into leave with the reason.'), JSON.stringify(before[n].findings, null, 1)), { concurrency: 4 })
    wf.progress('approve')
    wf.chart.move('plan', 'approve')
    const shown = plans.map((plan, n) => `${work[n].name}\n${plan.steps.map((step) => `- “${step.quote}” → ${step.change}`).join('\n')}`).join('\n\n').slice(0, 4000)
    const agreed = await wf.ask.approve(t(`查出 ${count} 条，计划改 ${plans.reduce((sum, plan) => sum + plan.steps.length, 0)} 处。照这样改吗？`, `${count} findings, ${plans.reduce((sum, plan) => sum + plan.steps.length, 0)} changes planned. Shall they be made?`), { description: shown })
    if (!agreed) { wf.chart.leave('approve'); wf.log(t('你没有同意，什么也没改。', 'You did not agree; nothing was changed.')); return { changed: false, findings: count, left: count, plan: plans, texts: [] } }
    wf.progress('fix', { done: 0, total: work.length })
    wf.chart.move('approve', 'fix')
    const fixed = await wf.map(work, async (item, n) => {
      const instruction = t('照这份计划改，别的不动：\n', 'Make these changes and no others:\n') + JSON.stringify(plans[n].steps, null, 1)
      if (item.path === null) return { ...item, text: (await one(t('修改', 'Repair'), Fixed, t('你按计划修改一段小说文字，别的一字不动。', 'You repair a passage by a plan and change nothing else.'), `${instruction}\n\n${item.text}`)).text }
      const { status, error } = await wf.agents.invoke('inline.editor', { title: t(`修改：${item.name}`, `Repair: ${item.name}`), input: { version: 1, task: 'polish', targetPath: item.path, instruction, references: [] } })
      if (status !== 'completed') wf.log(t(`${item.name} 没有改成：`, `${item.name} was not repaired: `), error?.message ?? status)
      return item
    }, { concurrency: 4 })
    wf.progress('recheck')
    wf.chart.move('fix', 'recheck')
    const after = await wf.map(fixed, check, { concurrency: 4 })
    wf.chart.leave('recheck')
    const left = after.reduce((sum, report) => sum + report.findings.length, 0)
    wf.log(t(`原有 ${count} 条，剩 ${left} 条。`, `${count} findings before, ${left} after.`))
    return { changed: true, findings: count, left, plan: plans, texts: fixed.filter((item) => item.path === null).map((item) => item.text) }
  },
}
