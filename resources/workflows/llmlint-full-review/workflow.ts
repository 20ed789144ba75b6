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
    const failed = []
    let cause = null
    const lost = (step: string, error: { message: string }) => { wf.log(t(`${step}没有做成：`, `${step} did not work: `), error.message); failed.push({ step, why: error.message }); cause = cause ?? error; return null }
    const textOf = async (path: string) => { try { return { path, text: await wf.workspace.read(path) } } catch { return { path, text: null } } }
    const linesOf = (text: string) => text.split('\n').map((path) => path.trim()).filter((path) => path !== '')
    const found = async (paths: string[]) => {
      const texts = await wf.map(paths.slice(0, MOST), textOf)
      const missing = texts.filter((one) => one.text === null)
      if (missing.length < texts.length) { missing.forEach((one) => failed.push({ step: one.path, why: t('找不到，或者读不了。', 'Not found, or not readable.') })); return texts.filter((one) => one.text !== null) }
      const names = missing.map((one) => t(`“${one.path}”`, `"${one.path}"`)).join(t('、', ', '))
      return found(linesOf(await wf.ask.text(missing.length === 0 ? t('改哪些文件？一行一个。', 'Which files (one to a line)?') : t(`找不到${names}，或者读不了。改哪些文件？一行一个。`, `Not found, or not readable: ${names}. Which files (one to a line)?`))))
    }
    const work = args.text ? [{ name: t('这段文字', 'The passage'), path: null, text: args.text }] : (await found(args.paths ?? [])).map((one) => ({ name: one.path, ...one }))
    const steps = [['check', t('检查', 'Check')], ['plan', t('计划', 'Plan')], ['approve', t('请你过目', 'Your word')], ['fix', t('修改', 'Repair')], ['recheck', t('复查', 'Check again')]]
    steps.forEach(([id, label], n) => { wf.chart.node(id, label); if (n > 0) wf.chart.edge(steps[n - 1][0], id) })
    const one = async (title: string, outputSchema: object, systemPrompt: string, message: string) => {
      const { status, result, error } = await wf.agents.invoke('adhoc', { title, initial: { name: title, outputSchema, systemPrompt }, message })
      return status === 'completed' ? result.data : lost(title, error)
    }
    const check = (item: { name: string; path: string | null; text: string }) => one(t(`检查：${item.name}`, `Check: ${item.name}`), Report, t(`你查小说文字里的机器腔：${rules}每条引原句。没有就报空表。`, `You look for machine prose: ${rules} Quote each place. An empty list is a good answer.`), item.path === null ? item.text : t(`读 ${item.path}，报告。`, `Read ${item.path} and report.`))
    const countOf = (reports: { findings: unknown[] }[]) => reports.reduce((sum, report) => sum + report.findings.length, 0)
    wf.progress('check', { done: 0, total: work.length })
    wf.chart.enter('check')
    const checked = (await wf.map(work, async (item) => { const report = await check(item); return report === null ? null : { ...item, findings: report.findings } }, { concurrency: 4 })).filter((item) => item !== null)
    wf.chart.leave('check', { failed: checked.length < work.length })
    if (checked.length === 0) throw cause
    const count = countOf(checked)
    const nothing = { changed: false, findings: count, left: count, plan: [], texts: [] }
    if (count === 0) return { ...nothing, failed }
    wf.progress('plan')
    wf.chart.enter('plan')
    const bad = checked.filter((item) => item.findings.length > 0)
    const plans = (await wf.map(bad, async (item) => {
      const plan = await one(t(`计划：${item.name}`, `Plan: ${item.name}`), Plan, t('你列修改计划：每条说清把哪一句改成什么样，动得越少越好；不值得改的放进 leave 并说明。', 'You plan a repair: for each place what becomes of it, as little as possible; what is better left goes into leave with the reason.'), JSON.stringify(item.findings, null, 1))
      return plan === null ? null : { ...item, plan }
    }, { concurrency: 4 })).filter((item) => item !== null)
    wf.chart.leave('plan', { failed: plans.length < bad.length })
    if (plans.length === 0) throw cause
    const plan = plans.map((item) => item.plan)
    const changes = plan.reduce((sum, one) => sum + one.steps.length, 0)
    if (changes === 0) return { ...nothing, plan, failed }
    wf.progress('approve')
    wf.chart.enter('approve')
    const shown = plans.map((item) => `${item.name}\n${item.plan.steps.map((step) => `- “${step.quote}” → ${step.change}`).join('\n')}`).join('\n\n').slice(0, 4000)
    const agreed = await wf.ask.approve(t(`查出 ${count} 条，计划改 ${changes} 处。照这样改吗？`, `Findings: ${count}; changes planned: ${changes}. Shall they be made?`), { description: shown })
    wf.chart.leave('approve')
    if (!agreed) { wf.log(t('你没有同意，什么也没改。', 'You did not agree; nothing was changed.')); return { ...nothing, plan, failed } }
    wf.progress('fix', { done: 0, total: plans.length })
    wf.chart.enter('fix')
    const fixed = await wf.map(plans.filter((item) => item.plan.steps.length > 0), async (item) => {
      const title = t(`修改：${item.name}`, `Repair: ${item.name}`)
      const instruction = t('照这份计划改，别的不动：\n', 'Make these changes and no others:\n') + JSON.stringify(item.plan.steps, null, 1)
      if (item.path === null) {
        const made = await one(title, Fixed, t('你按计划修改一段小说文字，别的一字不动。', 'You repair a passage by a plan and change nothing else.'), `${instruction}\n\n${item.text}`)
        return { ...item, text: made?.text ?? item.text, changed: made !== null && made.text !== item.text }
      }
      const before = await textOf(item.path)
      const { status, error } = await wf.agents.invoke('inline.editor', { title, input: { version: 1, task: 'polish', targetPath: item.path, instruction, references: [] } })
      // What counts is the file, not what is said of it.
      const after = await textOf(item.path)
      const changed = after.text !== null && after.text !== before.text
      if (status !== 'completed') lost(title, error)
      else if (!changed) lost(title, { message: t('文件和原来一字不差。要是改动只作提议，去收件箱看看。', 'The file is word for word the same. If changes are only proposed, look in the inbox.') })
      return { ...item, text: after.text ?? item.text, changed }
    }, { concurrency: 4 })
    const changed = fixed.filter((item) => item.changed)
    wf.chart.leave('fix', { failed: changed.length < fixed.length })
    if (changed.length === 0) { wf.log(t('什么也没改成。', 'Nothing was changed.')); return { ...nothing, plan, failed } }
    wf.progress('recheck')
    wf.chart.enter('recheck')
    const after = (await wf.map(changed, check, { concurrency: 4 })).filter((report) => report !== null)
    wf.chart.leave('recheck', { failed: after.length < changed.length })
    // Unknown where it was not checked again; what was not changed is as it was.
    const left = after.length < changed.length ? null : countOf(after) + countOf(checked) - countOf(changed)
    wf.log(t(`原有 ${count} 条，${left === null ? '没有全部复查' : `剩 ${left} 条`}。`, `Findings before: ${count}; after: ${left ?? 'not all checked again'}.`))
    return { changed: true, files: changed.flatMap((item) => item.path ?? []), findings: count, ...(left === null ? {} : { left }), plan, texts: changed.filter((item) => item.path === null).map((item) => item.text), failed }
  },
}
