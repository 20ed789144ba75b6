/** Looks for the habits of machine prose, file by file, and reports; nothing is changed. */
const Finding = Type.Object({ quote: Type.String(), rule: Type.String(), why: Type.String(), fix: Type.String() })
const Report = Type.Object({ findings: Type.Array(Finding), score: Type.Integer({ minimum: 1, maximum: 5, description: '1: reads like a machine, 5: like a person' }), habit: Type.String({ description: 'The habit that hurts most' }) })
const RULES = {
  zh: '解释情绪的句子；空洞的比喻（仿佛、宛如、星辰大海）；不禁、缓缓、微微、一股、莫名；三连排比；每段收尾的总结或金句；对话里的解说；人人说话一个腔调；没有具体物件的场面；“不是……而是……”；破折号和省略号成串。',
  en: 'sentences that explain feelings; empty similes; "could not help but", "a sense of", "something shifted"; triplets; a summing-up or aphorism at the end of each paragraph; exposition in dialogue; everybody speaking alike; scenes without things; "not X but Y"; strings of dashes.',
}
const MOST = 40

export default {
  key: 'llmlint-review',
  title: { zh: '文风体检', en: 'Style check' },
  description: { zh: '找出机器腔：引原句、说毛病、给改法，逐文件打分。只出报告。', en: 'Finds machine prose: quotes, names the habit, gives the fix, rates each file. Reports only.' },
  whenToUse: { zh: '助手写过的章节，发出去之前。', en: 'Before chapters that assistants helped with go out.' },
  argsHint: [{ name: 'paths', label: { zh: '查哪些文件（不填：所有写好的章）', en: 'Files (empty: every written chapter)' }, defaultValue: [] }, { name: 'text', label: { zh: '或者直接贴一段', en: 'Or a passage' }, defaultValue: '' }],
  phases: [{ key: 'check', title: { zh: '检查', en: 'Checking' } }],
  run: async (wf, args: { paths?: string[]; text?: string }) => {
    const t = (zh: string, en: string) => (wf.caller.locale === 'en' ? en : zh)
    const rules = RULES[wf.caller.locale === 'en' ? 'en' : 'zh']
    const paths = args.text ? [] : args.paths?.length ? args.paths : (await wf.workspace.chapters()).flatMap((chapter) => chapter.path ?? [])
    const work = args.text ? [{ name: t('这段文字', 'The passage'), message: args.text }] : paths.slice(0, MOST).map((path) => ({ name: path, message: t(`读 ${path}，报告。`, `Read ${path} and report.`) }))
    if (work.length === 0) throw new Error(t('没有可查的文字。', 'There is nothing to check.'))
    if (paths.length > MOST) wf.log(t(`一次最多 ${MOST} 个文件，其余 ${paths.length - MOST} 个没有查。`, `At most ${MOST} files at once; ${paths.length - MOST} were left out.`))
    const failed = []
    let cause = null
    let done = 0
    wf.progress('check', { done, total: work.length })
    const reports = (await wf.map(work, async ({ name, message }, n) => {
      wf.chart.node(`f${n}`, name)
      wf.chart.enter(`f${n}`)
      const { status, result, error } = await wf.agents.invoke('adhoc', {
        title: name, initial: { name, outputSchema: Report, systemPrompt: t(`你查小说文字里的机器腔：${rules}每条引原句（不超过 40 字）。作者有意为之的不算。没有就报空表。`, `You look for the habits of machine prose in a novel: ${rules} Quote each place (25 words at most). What the author plainly means does not count. An empty list is a good answer.`) }, message,
      })
      wf.chart.leave(`f${n}`, { failed: status !== 'completed' })
      wf.progress('check', { done: (done += 1), total: work.length })
      if (status === 'completed') return { text: name, ...result.data }
      wf.log(t(`${name} 没有查成：`, `${name} was not checked: `), error.message)
      failed.push({ step: name, why: error.message })
      cause = cause ?? error
      return null
    }, { concurrency: 6 })).filter((report) => report !== null)
    if (reports.length === 0) throw cause
    const count = reports.reduce((sum, report) => sum + report.findings.length, 0)
    wf.log(t(`${reports.length} 处文字，${count} 条。`, `Texts checked: ${reports.length}; findings: ${count}.`))
    return { reports, findings: count, failed }
  },
}
