/** The author's own manuscript, chapter by chapter, into summaries and the structure they make. */
const Summary = Type.Object({ summary: Type.String(), events: Type.Array(Type.String()), change: Type.String({ description: 'What is different at its end' }), threads: Type.Array(Type.String()), openEnds: Type.Array(Type.String()) })
const Structure = Type.Object({
  premise: Type.String(), acts: Type.Array(Type.Object({ title: Type.String(), from: Type.String(), to: Type.String(), summary: Type.String(), turn: Type.String() })),
  threads: Type.Array(Type.Object({ name: Type.String(), summary: Type.String(), chapters: Type.Array(Type.String()) })), openPromises: Type.Array(Type.String()),
})
const MOST = 150
const MOST_TEXT = 120_000

export default {
  key: 'split-book',
  title: { zh: '拆自己的书', en: 'Take your book apart' },
  description: { zh: '逐章写梗概，再拼出全书结构：卷、转折、剧情线、没收的伏笔。只读。', en: 'Summarises chapter by chapter, then lays out the whole: acts, turns, threads, open promises. Reads only.' },
  whenToUse: { zh: '导入旧稿之后，或者写长了想看清全貌。', en: 'After importing an old manuscript, or when the book has grown beyond memory.' },
  argsHint: [{ name: 'from', label: { zh: '从第几章', en: 'First chapter' }, defaultValue: 1 }, { name: 'to', label: { zh: '到第几章（0：到最后）', en: 'Last chapter (0: the end)' }, defaultValue: 0 }],
  phases: [{ key: 'chapters', title: { zh: '逐章梗概', en: 'Summaries' } }, { key: 'structure', title: { zh: '全书结构', en: 'Structure' } }],
  run: async (wf, args: { from?: number; to?: number }) => {
    const t = (zh: string, en: string) => (wf.caller.locale === 'en' ? en : zh)
    const wanted = await wf.workspace.chapters({ from: args.from, to: args.to, written: true })
    const chapters = wanted.slice(0, MOST)
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
