/** Somebody else's book, part by part: where it hooks, how it paces, what can be learned. None of its words are taken. */
const Part = Type.Object({
  events: Type.Array(Type.String()), hook: Type.String({ description: 'What makes one read on' }), payoff: Type.String(), technique: Type.String(),
  tension: Type.Integer({ minimum: 1, maximum: 5 }), mode: Type.Enum(['scene', 'summary', 'dialogue', 'description', 'mixed']),
})
const Report = Type.Object({ hooks: Type.Array(Type.String()), pacing: Type.String(), pattern: Type.String({ description: 'How often tension and release alternate' }), techniques: Type.Array(Type.String()), forYou: Type.Array(Type.String({ description: 'What the author could try in the own novel' })) })
const LINES = 200
const MOST_PARTS = 90
const MOST_CHARACTERS = 12_000

export default {
  key: 'book-deconstruct',
  title: { zh: '拆别人的书', en: 'Take another book apart' },
  description: { zh: '把放进项目里的一本书分段读完：钩子在哪里、节奏怎么走、有什么可学。只学手法，不抄文字。', en: 'Reads a book that lies in the project, part by part: its hooks, its pacing, what can be learned. Craft only, none of its words.' },
  whenToUse: { zh: '想弄明白一本好书为什么让人放不下。', en: 'When you want to know why a book cannot be put down.' },
  argsHint: [{ name: 'path', label: { zh: '书在哪个文件', en: 'The file of the book' }, defaultValue: 'reference/' }, { name: 'parts', label: { zh: '最多读几段（一段 200 行）', en: 'Parts at most (200 lines each)' }, defaultValue: 40 }],
  phases: [{ key: 'read', title: { zh: '分段读', en: 'Reading' } }, { key: 'report', title: { zh: '归纳', en: 'Report' } }],
  run: async (wf, args: { path?: string; parts?: number }) => {
    const t = (zh: string, en: string) => (wf.caller.locale === 'en' ? en : zh)
    const isThere = async (path: string) => { try { await wf.workspace.read(path, { limit: 1 }); return true } catch (error) { return error.code === 'OFFSET_PAST_END' } }
    let path = args.path && !args.path.endsWith('/') ? args.path.trim() : await wf.ask.text(t('书在哪个文件？', 'Which file holds the book?'))
    while (!(await isThere(path))) path = await wf.ask.text(t(`找不到“${path}”，或者读不了。书在哪个文件？`, `"${path}" was not found, or cannot be read. Which file holds the book?`))
    const most = Math.min(Math.max(args.parts ?? 40, 1), MOST_PARTS)
    wf.chart.node('report', t('归纳', 'Report'))
    const texts: string[] = []
    let ended = false
    let lines = 0
    while (!ended && texts.length < most) {
      let text = ''
      try { text = await wf.workspace.read(path, { offset: lines + 1, limit: LINES }) } catch (error) { if (error.code !== 'OFFSET_PAST_END') throw error }
      ended = text.split('\n').length < LINES
      lines += LINES
      // Long lines make several parts of it: nothing is left out unsaid.
      if (text.trim() !== '') for (let at = 0; at < text.length; at += MOST_CHARACTERS) texts.push(text.slice(at, at + MOST_CHARACTERS))
    }
    const whole = ended && texts.length <= most
    texts.length = Math.min(texts.length, most)
    if (texts.length === 0) throw new Error(t('这个文件里没有文字。', 'There is no text in this file.'))
    if (!whole) wf.log(t(`只读了前 ${texts.length} 段，后面还有。`, `Only the first parts were read (${texts.length}); there is more.`))
    const failed = []
    let cause = null
    let done = 0
    wf.progress('read', { done, total: texts.length })
    const parts = await wf.map(texts, async (text, n) => {
      const node = `p${n}`
      wf.chart.node(node, t(`第 ${n + 1} 段`, `Part ${n + 1}`))
      wf.chart.edge(node, 'report')
      wf.chart.enter(node)
      const { status, result, error } = await wf.agents.invoke('adhoc', {
        title: t(`第 ${n + 1} 段`, `Part ${n + 1}`),
        initial: { name: t(`第 ${n + 1} 段`, `Part ${n + 1}`), outputSchema: Part, systemPrompt: t('你拆解一段小说的写法：发生了什么、靠什么让人读下去、兑现了什么、用了什么手法、紧张度 1-5。用自己的话说，不引原文超过十个字。', 'You take a passage of a novel apart: what happens, what makes one read on, what is paid off, which technique, tension 1-5. In your own words; quote at most five words.') },
        message: text,
      })
      wf.chart.leave(node, { failed: status !== 'completed' })
      wf.progress('read', { done: (done += 1), total: texts.length })
      if (status === 'completed') return { part: n + 1, ...result.data }
      wf.log(t(`第 ${n + 1} 段没有读成：`, `Part ${n + 1} was not read: `), error.message)
      failed.push({ step: t(`第 ${n + 1} 段`, `Part ${n + 1}`), why: error.message })
      cause = cause ?? error
      return null
    }, { concurrency: 6 })
    const read = parts.filter((part) => part !== null)
    if (read.length === 0) throw cause
    wf.progress('report')
    wf.chart.enter('report')
    const { status, result, error } = await wf.agents.invoke('adhoc', {
      title: t('归纳', 'Report'), initial: { name: t('归纳', 'Report'), outputSchema: Report, systemPrompt: t('你根据各段的拆解，归纳一本书的钩子、节奏和手法，再说作者可以在自己的书里试什么。只谈手法，不复述情节。', 'From the parts you sum up the hooks, the pacing and the techniques of a book, and say what the author could try. Craft only; no retelling.') },
      message: JSON.stringify(read, null, 1).slice(0, 120_000),
    })
    wf.chart.leave('report', { failed: status !== 'completed' })
    if (status !== 'completed') { wf.log(t('没有归纳成：', 'There is no report: '), error.message); failed.push({ step: t('归纳', 'Report'), why: error.message }) }
    return { ...(status === 'completed' ? { report: result.data } : {}), tension: read.map((part) => part.tension), parts: read, wholeBook: whole && read.length === texts.length, failed }
  },
}
