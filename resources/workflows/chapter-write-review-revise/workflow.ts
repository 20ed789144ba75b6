/** The writer writes a chapter, three readers look at it side by side, the writer revises, until nothing that must change is left. */
const Review = Type.Object({
  pass: Type.Boolean({ description: 'True when no issue of weight must is left' }),
  issues: Type.Array(Type.Object({ weight: Type.Enum(['should', 'must']), quote: Type.String(), problem: Type.String(), fix: Type.String() })),
})
const READERS = [
  { key: 'story', zh: '情节与因果', en: 'Story and cause', promptZh: '只看情节：有没有人想要什么、什么挡着他、结尾变了什么；因果是否站得住；写作单要的有没有落下。', promptEn: 'Look at the story only: does somebody want something, is something in the way, has something changed; does cause lead to effect; is anything of the brief missing.' },
  { key: 'people', zh: '人物与视角', en: 'People and point of view', promptZh: '只看人物：说话像不像他本人，知道的事是不是他该知道的，视角有没有跳。', promptEn: 'Look at the people only: does each speak as himself, know only what he can know, does the point of view hold.' },
  { key: 'prose', zh: '文字', en: 'Prose', promptZh: '只看文字：套话、空洞的比喻、解释情绪的句子、重复的句式、总结式结尾。', promptEn: 'Look at the prose only: stock phrases, empty similes, sentences that explain feelings, repeated patterns, a summing-up end.' },
]

const IN_MANUSCRIPT = /^manuscript\/(?!(.*\/)?\.)[^\\]+\.md$/

/** Where it is written: the text of a chapter, a new one beside its neighbours, or a file below manuscript/. */
const targetOf = async (wf, t: (zh: string, en: string) => string, args: { path?: string; chapterId?: string }, textOf: (path: string) => Promise<string | null>) => {
  const chapters = await wf.workspace.chapters()
  let chapter = args.chapterId ? chapters.find((one) => one.id === String(args.chapterId) || one.name === args.chapterId) ?? null : null
  let path = args.path?.trim() ?? ''
  if (!IN_MANUSCRIPT.test(path)) {
    path = ''
    // The only one there is needs no question, unless something else was named.
    if (chapters.length === 1 && !args.chapterId && !args.path?.trim()) chapter = chapters[0]
    if (chapter === null && chapters.length > 1) {
      const shown = chapters.map((one, n) => ({ one, label: `${n + 1}. ${one.title}`.slice(0, 200) })).slice(-20)
      const picked = await wf.ask.select(t('写哪一章？', 'Which chapter shall be written?'), shown.map((row) => row.label))
      chapter = shown.find((row) => row.label === picked).one
    }
    while (chapter === null && !IN_MANUSCRIPT.test(path)) path = (await wf.ask.text(t('写到哪个文件？要在 manuscript/ 下面，以 .md 结尾，例如 manuscript/vol-1/ch-12/index.md', 'Which file shall be written? Below manuscript/, ending in .md, e.g. manuscript/vol-1/ch-12/index.md'))).trim()
  }
  if (path !== '') return { path, chapter: chapter ?? chapters.find((one) => one.path === path) ?? null }
  if (chapter.path !== null) return { path: chapter.path, chapter }
  const near = chapters.findLast((one) => one.path !== null && one.act === chapter.act) ?? chapters.findLast((one) => one.path !== null)
  const volume = near?.path.split('/').length > 3 ? near.path.split('/')[1] : 'vol-1'
  const folder = (chapter.name ?? `ch-${chapter.id}`).replace(/[\s<>:"|?*\\/~.]+/g, '-')
  for (let n = 1; ; n += 1) {
    const free = `manuscript/${volume}/${n === 1 ? folder : `${folder}-${n}`}/index.md`
    if ((await textOf(free)) === null) return { path: free, chapter }
  }
}

export default {
  key: 'chapter-write-review-revise',
  title: { zh: '写一章并改到过关', en: 'Write a chapter until it stands' },
  description: { zh: '执笔按写作单写一章，三位读者同时审读，执笔修改，直到没有必须改的地方（最多四轮）。会写文件。', en: 'The writer writes a chapter from its brief, three readers review it side by side, the writer revises until nothing must change (four rounds at most). Writes the file.' },
  whenToUse: { zh: '章纲和写作单已经定好，要一章能用的初稿。', en: 'When chapter and brief are settled and you want a draft that can be used.' },
  argsHint: [
    { name: 'chapterId', label: { zh: '写哪一章', en: 'The chapter to write' }, defaultValue: '', pick: 'chapter' },
    { name: 'rounds', label: { zh: '最多几轮（1-4）', en: 'Rounds at most (1-4)' }, defaultValue: 3 },
    { name: 'readablePaths', label: { zh: '执笔要读的文件', en: 'Files for the writer to read' }, defaultValue: [] },
  ],
  phases: [{ key: 'write', title: { zh: '写', en: 'Write' } }, { key: 'review', title: { zh: '审读', en: 'Review' } }, { key: 'revise', title: { zh: '改', en: 'Revise' } }],
  run: async (wf, args: { path?: string; chapterId?: string; rounds?: number; readablePaths?: string[] }) => {
    const t = (zh: string, en: string) => (wf.caller.locale === 'en' ? en : zh)
    const textOf = async (path: string) => { try { return await wf.workspace.read(path) } catch (error) { if (error.code !== 'NOT_FOUND') throw error; return null } }
    const bodyOf = (text: string | null) => (text ?? '').replace(/^---\r?\n[\s\S]*?\n---(\r?\n|$)/, '').trim()
    const { path, chapter } = await targetOf(wf, t, args, textOf)
    const rounds = Math.min(Math.max(args.rounds ?? 3, 1), 4)
    const input = { path, ...(chapter === null ? {} : { chapterId: chapter.id }), ...(args.readablePaths?.length ? { context: { readablePaths: args.readablePaths } } : {}) }
    const failed = []
    const lost = (step: string, why: string) => { wf.log(t(`${step}没有做成：`, `${step} did not work: `), why); failed.push({ step, why }) }
    const writer = await wf.agents.create('writer', { ephemeral: true, title: t(`执笔：${path}`, `Writer: ${path}`) })
    // What counts is the file, not what is said of it.
    let text = await textOf(path)
    const write = async (node: string, message: string) => {
      wf.chart.enter(node)
      const { status, result, error } = await writer.invoke({ input, message })
      const before = bodyOf(text)
      text = await textOf(path)
      const changed = bodyOf(text) !== '' && bodyOf(text) !== before
      wf.chart.leave(node, { failed: !changed })
      return { changed, broke: status === 'completed' || error.code === 'NO_REPORT' ? null : error, said: result.message }
    }
    wf.chart.node('write', t('写', 'Write'))
    wf.progress('write')
    const name = chapter?.name ?? null
    const head = text !== null ? t('文件开头两行 --- 之间的部分原样留着。', 'Keep what stands between the two --- lines at its beginning as it is.')
      : name !== null ? t(`文件这样开头，别的照常写：\n---\ntype: chapter\nchapter: ${name}\n---\n`, `Begin the file like this, then the prose:\n---\ntype: chapter\nchapter: ${name}\n---\n`) : ''
    const first = await write('write', `${t('写这一章，写完报告。', 'Write this chapter; report when it stands.')}${head === '' ? '' : ` ${head}`}`)
    if (!first.changed) {
      if (first.broke) throw first.broke
      throw new Error(t(`什么也没有写进 ${path}：助手答了话，却没有动这个文件，所以也没有人审读。再开始一次；总是这样，就换一个会用工具的模型。要是改动只作提议，去收件箱看看。`, `Nothing was written to ${path}: the assistant answered, but left the file alone, so nobody reviewed anything. Start it again; if it stays so, choose a model that can use tools. If changes are only proposed, look in the inbox.`))
    }
    let broke = first.broke
    if (broke) lost(t('写', 'Write'), broke.message)
    let before = 'write'
    let musts = Number.MAX_SAFE_INTEGER
    let left = null
    let round = 0
    let converged = false
    for (;;) {
      wf.progress('review', { done: round, total: rounds })
      const reviews = (await wf.map(READERS, async (reader) => {
        const node = `${reader.key}${round + 1}`
        wf.chart.node(node, t(reader.zh, reader.en))
        wf.chart.edge(before, node)
        wf.chart.enter(node)
        const { status, result, error } = await wf.agents.invoke('adhoc', {
          title: t(`审读：${reader.zh}`, `Reader: ${reader.en}`),
          initial: { name: t(reader.zh, reader.en), outputSchema: Review, systemPrompt: t(`你审读一章小说。${reader.promptZh}必须改的标 must，可改可不改的标 should；每条引原句。`, `You review a chapter of a novel. ${reader.promptEn} Mark must what has to change, should what may; quote each place.`) },
          message: t(`读 ${path}，然后报告。`, `Read ${path}, then report.`),
        })
        wf.chart.leave(node, { failed: status !== 'completed' })
        if (status === 'completed') return { reader: reader.key, ...result.data }
        lost(t(`第 ${round + 1} 次审读：${reader.zh}`, `Review ${round + 1}: ${reader.en}`), error.message)
        return null
      })).filter((review) => review !== null)
      // A review that did not come has found nothing wrong and nothing right: without any of them nobody knows.
      left = reviews.length === 0 ? null : reviews.flatMap((review) => review.issues.map((issue) => ({ reader: review.reader, ...issue })))
      const now = left === null ? 0 : left.filter((issue) => issue.weight === 'must').length
      converged = left !== null && now === 0 && !broke
      // A round that leaves as many is the last: more of them would only turn the text over.
      if (left === null || now === 0 || round >= rounds || now >= musts) break
      musts = now
      const node = `revise${round + 1}`
      wf.chart.node(node, t(`改 ${round + 1}`, `Revision ${round + 1}`))
      READERS.forEach((reader) => wf.chart.edge(`${reader.key}${round + 1}`, node))
      wf.progress('revise', { done: round + 1, total: rounds })
      const revised = await write(node, t('按这些意见改，must 都要改，should 看着办；别的不动：\n', 'Revise by these remarks: every must, should as you judge; change nothing else:\n') + JSON.stringify(left, null, 1))
      broke = revised.broke
      if (broke || !revised.changed) lost(t(`改 ${round + 1}`, `Revision ${round + 1}`), broke?.message ?? t('文件和原来一字不差。', 'The file is word for word the same.'))
      if (!revised.changed) break
      round += 1
      before = node
    }
    if (name !== null && chapter.path === null && !(await wf.workspace.chapters()).some((one) => one.id === chapter.id && one.path === path)) lost(t('把文字归到这一章', 'Putting the text under its chapter'), t(`${path} 的开头没有写 chapter: ${name}，在“故事”里把它连到这一章。`, `${path} does not begin with chapter: ${name}; link it to its chapter under Story.`))
    wf.log(left === null ? t('写了，但没有人审读过。', 'It was written, but nobody has reviewed it.') : t(`改了 ${round} 轮，${converged ? '没有必须改的地方了' : `还有 ${left.length} 条意见`}。`, `Revisions: ${round}; ${converged ? 'nothing must change any more' : `remarks left: ${left.length}`}.`))
    return { path, summary: first.said, revisions: round, converged, ...(left === null ? {} : { left }), failed }
  },
}
