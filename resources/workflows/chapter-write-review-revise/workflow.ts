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

export default {
  key: 'chapter-write-review-revise',
  title: { zh: '写一章并改到过关', en: 'Write a chapter until it stands' },
  description: { zh: '执笔按写作单写一章，三位读者同时审读，执笔修改，直到没有必须改的地方（最多四轮）。会写文件。', en: 'The writer writes a chapter from its brief, three readers review it side by side, the writer revises until nothing must change (four rounds at most). Writes the file.' },
  whenToUse: { zh: '章纲和写作单已经定好，要一章能用的初稿。', en: 'When chapter and brief are settled and you want a draft that can be used.' },
  argsHint: [
    { name: 'path', label: { zh: '写到哪个文件', en: 'The file to write' }, defaultValue: 'manuscript/' },
    { name: 'chapterId', label: { zh: '章的编号（有写作单时）', en: 'Id of the chapter (when it has a brief)' }, defaultValue: '' },
    { name: 'rounds', label: { zh: '最多几轮（1-4）', en: 'Rounds at most (1-4)' }, defaultValue: 3 },
    { name: 'readablePaths', label: { zh: '执笔要读的文件', en: 'Files for the writer to read' }, defaultValue: [] },
  ],
  phases: [{ key: 'write', title: { zh: '写', en: 'Write' } }, { key: 'review', title: { zh: '审读', en: 'Review' } }, { key: 'revise', title: { zh: '改', en: 'Revise' } }],
  run: async (wf, args: { path?: string; chapterId?: string; rounds?: number; readablePaths?: string[] }) => {
    const t = (zh: string, en: string) => (wf.caller.locale === 'en' ? en : zh)
    const path = args.path && !args.path.endsWith('/') ? args.path : await wf.ask.text(t('写到哪个文件？例如 manuscript/ch-12/index.md', 'Which file shall be written? E.g. manuscript/ch-12/index.md'))
    const rounds = Math.min(Math.max(args.rounds ?? 3, 1), 4)
    const input = { path, ...(args.chapterId ? { chapterId: String(args.chapterId) } : {}), ...(args.readablePaths?.length ? { context: { readablePaths: args.readablePaths } } : {}) }
    const writer = await wf.agents.create('writer', { ephemeral: true, title: t(`执笔：${path}`, `Writer: ${path}`) })
    const write = async (node: string, message: string): Promise<string> => {
      wf.chart.enter(node)
      const { status, result, error } = await writer.invoke({ input, message })
      wf.chart.leave(node)
      if (status !== 'completed') throw new Error(error?.message ?? status)
      return result.message
    }
    wf.chart.node('write', t('写', 'Write'))
    wf.progress('write')
    const summary = await write('write', t('写这一章，写完报告。', 'Write this chapter; report when it stands.'))
    let before = 'write'
    let musts = Number.MAX_SAFE_INTEGER
    let left = []
    let round = 0
    let converged = false
    for (;;) {
      wf.progress('review', { done: round, total: rounds })
      const reviews = await wf.map(READERS, async (reader) => {
        const node = `${reader.key}${round + 1}`
        wf.chart.node(node, t(reader.zh, reader.en))
        wf.chart.edge(before, node)
        wf.chart.enter(node)
        const { status, result, error } = await wf.agents.invoke('adhoc', {
          title: t(`审读：${reader.zh}`, `Reader: ${reader.en}`),
          initial: { name: t(reader.zh, reader.en), outputSchema: Review, systemPrompt: t(`你审读一章小说。${reader.promptZh}必须改的标 must，可改可不改的标 should；每条引原句。`, `You review a chapter of a novel. ${reader.promptEn} Mark must what has to change, should what may; quote each place.`) },
          message: t(`读 ${path}，然后报告。`, `Read ${path}, then report.`),
        })
        wf.chart.leave(node)
        if (status !== 'completed' || !result.data) { wf.log(t(`${reader.zh}没有结果：`, `No result from ${reader.en}: `), error?.message ?? status); return { reader: reader.key, pass: true, issues: [] } }
        return { reader: reader.key, ...result.data }
      })
      left = reviews.flatMap((review) => review.issues.map((issue) => ({ reader: review.reader, ...issue })))
      const now = left.filter((issue) => issue.weight === 'must').length
      converged = now === 0
      // A round that leaves as many is the last: more of them would only turn the text over.
      if (converged || round >= rounds || now >= musts) break
      musts = now
      round += 1
      const node = `revise${round}`
      wf.chart.node(node, t(`改 ${round}`, `Revision ${round}`))
      READERS.forEach((reader) => wf.chart.edge(`${reader.key}${round}`, node))
      wf.progress('revise', { done: round, total: rounds })
      await write(node, t('按这些意见改，must 都要改，should 看着办；别的不动：\n', 'Revise by these remarks: every must, should as you judge; change nothing else:\n') + JSON.stringify(left, null, 1))
      before = node
    }
    wf.log(t(`改了 ${round} 轮，${converged ? '没有必须改的地方了' : `还有 ${left.length} 条意见`}。`, `${round} revisions; ${converged ? 'nothing must change any more' : `${left.length} remarks are left`}.`))
    return { path, summary, revisions: round, converged, left }
  },
}
