/** The author's own manuscript, chapter by chapter, into summaries and the structure they make. */
const Summary = Type.Object({ summary: Type.String(), events: Type.Array(Type.String()), change: Type.String({ description: 'What is different at its end' }), threads: Type.Array(Type.String()), openEnds: Type.Array(Type.String()) })
const Structure = Type.Object({
  premise: Type.String(), acts: Type.Array(Type.Object({ title: Type.String(), from: Type.String(), to: Type.String(), summary: Type.String(), turn: Type.String() })),
  threads: Type.Array(Type.Object({ name: Type.String(), summary: Type.String(), chapters: Type.Array(Type.String()) })), openPromises: Type.Array(Type.String()),
})
const MOST = 150
const MOST_TEXT = 120_000

/** The first and the last chapter asked for. CHAPTER_RANGE where the book has no such part. */
const partOf = (chapters, args, t: (zh: string, en: string) => string) => {
  const last = chapters.at(-1)?.number ?? 0
  const asked = (given, otherwise: number) => (given === undefined || given === null || given === '' ? otherwise : Number(given))
  const from = asked(args.from, 1)
  const to = asked(args.to, 0) === 0 ? last : asked(args.to, 0)
  const refuse = (zh: string, en: string) => { throw Object.assign(new Error(t(zh, en)), { code: 'CHAPTER_RANGE' }) }
  if (last === 0) return { from, to }
  const outside = [from, to].find((one) => !Number.isInteger(one) || one < 1 || one > last)
  if (outside > last) refuse(`全书到第 ${last} 章为止，没有第 ${outside} 章。`, `The book ends with chapter ${last}; there is no chapter ${outside}.`)
  if (outside !== undefined) refuse(`没有第 ${outside} 章；可以选第 1 章到第 ${last} 章。`, `There is no chapter ${outside}; choose from 1 to ${last}.`)
  if (from > to) refuse(`从第 ${from} 章到第 ${to} 章是倒着的；可以选第 1 章到第 ${last} 章，小的在前。`, `From chapter ${from} to ${to} runs backwards; choose from 1 to ${last}, the smaller one first.`)
  return { from, to }
}

/** Why nothing of this part can be read, in the author's words. */
const nothingBetween = (chapters, from: number, to: number, t: (zh: string, en: string) => string): string => {
  const written = chapters.filter((chapter) => chapter.path !== null).map((chapter) => chapter.number)
  if (written.length === 0) return t('还没有一章写了正文。', 'No chapter has a text yet.')
  const which = `${written.slice(0, 30).join(t('、', ', '))}${written.length > 30 ? '…' : ''}`
  return t(`第 ${from} 章到第 ${to} 章里没有写了正文的章。写了正文的是：第 ${which} 章。`, `No chapter from ${from} to ${to} has a text. These have one: ${which}.`)
}

export default {
  key: 'split-book',
  title: { zh: '拆自己的书', en: 'Take your book apart' },
  description: { zh: '逐章写梗概，再拼出全书结构：卷、转折、剧情线、没收的伏笔。只读。', en: 'Summarises chapter by chapter, then lays out the whole: acts, turns, threads, open promises. Reads only.' },
  whenToUse: { zh: '导入旧稿之后，或者写长了想看清全貌。', en: 'After importing an old manuscript, or when the book has grown beyond memory.' },
  argsHint: [{ name: 'from', label: { zh: '从第几章', en: 'First chapter' }, defaultValue: 1 }, { name: 'to', label: { zh: '到第几章（0：到最后）', en: 'Last chapter (0: the end)' }, defaultValue: 0 }],
  phases: [{ key: 'chapters', title: { zh: '逐章梗概', en: 'Summaries' } }, { key: 'structure', title: { zh: '全书结构', en: 'Structure' } }],
  run: async (wf, args: { from?: number; to?: number }) => {
    const t = (zh: string, en: string) => (wf.caller.locale === 'en' ? en : zh)
    const all = await wf.workspace.chapters()
    const { from, to } = partOf(all, args, t)
    const wanted = all.filter((chapter) => chapter.path !== null && chapter.number >= from && chapter.number <= to)
    const chapters = wanted.slice(0, MOST)
    if (chapters.length === 0) throw new Error(nothingBetween(all, from, to, t))
    wf.chart.node('structure', t('全书结构', 'Structure'))
    const failed = []
    let cause = null
    let done = 0
    wf.progress('chapters', { done, total: chapters.length })
    const summaries = (await wf.map(chapters, async (chapter, n) => {
      const node = `c${n}`
      wf.chart.node(node, chapter.title)
      wf.chart.edge(node, 'structure')
      wf.chart.enter(node)
      const { status, result, error } = await wf.agents.invoke('adhoc', {
        title: t(`梗概：${chapter.title}`, `Summary: ${chapter.title}`),
        initial: { name: chapter.title, outputSchema: Summary, systemPrompt: t('你给小说的一章写梗概：只写发生了什么，不评价；梗概不超过 120 字；人物用书里的名字。', 'You summarise one chapter of a novel: what happens, no judgement, at most 90 words; names as in the book.') },
        message: t(`读 ${chapter.path}，报告。`, `Read ${chapter.path} and report.`),
      })
      wf.chart.leave(node, { failed: status !== 'completed' })
      wf.progress('chapters', { done: (done += 1), total: chapters.length })
      if (status === 'completed') return { id: chapter.id, title: chapter.title, ...result.data }
      wf.log(t(`${chapter.title} 没有写成梗概：`, `${chapter.title} has no summary: `), error.message)
      failed.push({ step: chapter.title, why: error.message })
      cause = cause ?? error
      return null
    }, { concurrency: 6 })).filter((one) => one !== null)
    if (summaries.length === 0) throw cause
    wf.progress('structure')
    wf.chart.enter('structure')
    const text = summaries.map((one) => `## ${one.title}\n${one.summary}\n${t('变化：', 'Change: ')}${one.change}\n${t('线：', 'Threads: ')}${one.threads.join(', ')}\n${t('悬着的：', 'Open: ')}${one.openEnds.join('; ')}`).join('\n\n').slice(0, MOST_TEXT)
    const { status, result, error } = await wf.agents.invoke('adhoc', {
      title: t('全书结构', 'Structure'), initial: { name: t('结构', 'Structure'), outputSchema: Structure, systemPrompt: t('你从各章梗概里看出一部书的骨架：卷怎样分、每卷的转折、剧情线从哪章到哪章、哪些伏笔还没收。只根据梗概说话。', 'From chapter summaries you read the bones of a book: its acts, the turn of each, the threads with their chapters, promises not yet kept. Say only what the summaries bear out.') },
      message: text,
    })
    wf.chart.leave('structure', { failed: status !== 'completed' })
    if (status !== 'completed') { wf.log(t('没有拼出全书结构：', 'The structure was not laid out: '), error.message); failed.push({ step: t('全书结构', 'Structure'), why: error.message }) }
    return { ...(status === 'completed' ? { structure: result.data } : {}), chapters: summaries, failed, notReached: wanted.length - chapters.length }
  },
}
