/** Each chapter against the lore and the world, then all of them against each other. */
const Problem = Type.Object({ quote: Type.String(), problem: Type.String(), against: Type.String({ description: 'File or record it contradicts' }), fix: Type.String(), sure: Type.Boolean() })
const Checked = Type.Object({ facts: Type.Array(Type.String({ description: 'Who, what, where, when, how many: one fact that later chapters must keep' })), problems: Type.Array(Problem) })
const Across = Type.Object({ problems: Type.Array(Type.Object({ chapters: Type.Array(Type.String()), problem: Type.String(), fix: Type.String(), sure: Type.Boolean() })), note: Type.String() })
const MOST = 60
const MOST_FACTS = 60_000

export default {
  key: 'consistency-audit',
  title: { zh: '前后一致检查', en: 'Consistency audit' },
  description: { zh: '逐章对照设定和世界记录找矛盾，再把各章放在一起找前后不一。只读。', en: 'Checks chapter by chapter against lore and world, then all chapters against each other. Reads only.' },
  whenToUse: { zh: '写完一卷、准备修订，或者设定改过之后。', en: 'After a part is done, before a revision, or when the lore has changed.' },
  argsHint: [
    { name: 'from', label: { zh: '从第几章', en: 'First chapter' }, defaultValue: 1 }, { name: 'to', label: { zh: '到第几章（0：到最后）', en: 'Last chapter (0: the end)' }, defaultValue: 0 },
    { name: 'focus', label: { zh: '特别留意', en: 'What to look for above all' }, defaultValue: '' },
  ],
  phases: [{ key: 'chapters', title: { zh: '逐章检查', en: 'Chapter by chapter' } }, { key: 'across', title: { zh: '前后对照', en: 'Across chapters' } }],
  run: async (wf, args: { from?: number; to?: number; focus?: string }) => {
    const t = (zh: string, en: string) => (wf.caller.locale === 'en' ? en : zh)
    const wanted = await wf.workspace.chapters({ from: args.from, to: args.to, written: true })
    const chapters = wanted.slice(0, MOST)
    if (wanted.length > MOST) wf.log(t(`一次最多 ${MOST} 章，其余 ${wanted.length - MOST} 章请另跑一次。`, `At most ${MOST} chapters at once; run it again for the other ${wanted.length - MOST}.`))
    const focus = args.focus ? t(`特别留意：${args.focus}`, `Above all: ${args.focus}`) : ''
    wf.chart.node('across', t('前后对照', 'Across'))
    const failed = []
    const lost = (step: string, error: { message: string }) => { wf.log(t(`${step}没有做成：`, `${step} did not work: `), error.message); failed.push({ step, why: error.message }) }
    let cause = null
    let done = 0
    let steps = 0
    const told = () => wf.progress('chapters', { done, total: chapters.length, note: t(`${steps}/${chapters.length * 3} 步`, `${steps}/${chapters.length * 3} steps`) })
    const step = async (profile: string, options: object) => {
      const given = await wf.agents.invoke(profile, options)
      steps += 1
      told()
      return given
    }
    told()
    const checked = await wf.map(chapters, async (chapter, n) => {
      const node = `c${n}`
      wf.chart.node(node, chapter.title)
      wf.chart.edge(node, 'across')
      wf.chart.enter(node)
      const found = await step('retrieval', { title: t(`找设定：${chapter.title}`, `Lore for ${chapter.title}`), initial: { prompt: t(`这一章（${chapter.path}）里出现的人、地、物、规矩，在设定和笔记里怎么写。${focus}`, `What lore and notes say about the people, places, things and rules in ${chapter.path}. ${focus}`) }, message: t('找出来，报告。', 'Find them and report.') })
      const lore = found.status === 'completed' ? found.result.data.entries.map((entry) => entry.path) : []
      const world = await step('director', { title: t(`对照世界记录：${chapter.title}`, `World for ${chapter.title}`), initial: { projectRoot: '.', mode: 'analysis', defaultChapterPath: chapter.path }, message: t(`只看不改。读第 ${chapter.id} 章各场景的世界状态（get_scene_world_context）和正文 ${chapter.path}，把正文与世界记录不符的地方写进 open_questions，每条引原句。`, `Look, change nothing. Read the state of the world at the scenes of chapter ${chapter.id} (get_scene_world_context) and the text ${chapter.path}; put what in the text disagrees with the world into open_questions, each with a quotation.`) })
      const audit = await step('adhoc', {
        title: t(`检查：${chapter.title}`, `Check: ${chapter.title}`),
        initial: { name: chapter.title, outputSchema: Checked, systemPrompt: t('你替作者查一致性。只报正文与设定真的矛盾的地方，引原句、指出对照的文件；拿不准的 sure 填 false。另列出后文必须守住的事实。', 'You check consistency for a novelist. Report only where the text really contradicts the lore, with quotation and file; sure is false where you doubt. List the facts that later chapters must keep.') },
        message: t(`读 ${chapter.path}${lore.length ? `，对照 ${lore.join('、')}` : ''}。${focus}`, `Read ${chapter.path}${lore.length ? ` against ${lore.join(', ')}` : ''}. ${focus}`),
      })
      wf.chart.leave(node, { failed: audit.status !== 'completed' })
      done += 1
      told()
      if (found.status !== 'completed') lost(t(`找设定：${chapter.title}`, `Lore for ${chapter.title}`), found.error)
      if (world.status !== 'completed') lost(t(`对照世界记录：${chapter.title}`, `World for ${chapter.title}`), world.error)
      if (audit.status !== 'completed') { lost(t(`检查：${chapter.title}`, `Check: ${chapter.title}`), audit.error); cause = cause ?? audit.error }
      const data = audit.status === 'completed' ? audit.result.data : null
      return { chapter: chapter.title, path: chapter.path, checked: data !== null, facts: data?.facts ?? [], problems: data?.problems ?? [], compared: world.status === 'completed', world: world.status === 'completed' ? world.result.data.open_questions ?? [] : [] }
    }, { concurrency: 4 })
    const read = checked.filter((one) => one.checked)
    if (read.length === 0) throw cause
    wf.progress('across')
    wf.chart.enter('across')
    const facts = read.map((one) => `## ${one.chapter}\n${one.facts.map((fact) => `- ${fact}`).join('\n')}`).join('\n\n').slice(0, MOST_FACTS)
    const across = await wf.agents.invoke('adhoc', {
      title: t('前后对照', 'Across chapters'), initial: { name: t('前后对照', 'Across'), outputSchema: Across, systemPrompt: t('你手里是各章的事实清单。找出互相打架的：年龄、时间、路程、伤势、谁知道什么、东西在谁手里。只报有据的。', 'You hold the facts of every chapter. Find those that exclude each other: ages, dates, distances, wounds, who knows what, who holds what. Only what the list bears out.') },
      message: `${focus}\n${facts}`,
    })
    wf.chart.leave('across', { failed: across.status !== 'completed' })
    if (across.status !== 'completed') lost(t('前后对照', 'Across chapters'), across.error)
    const problems = read.flatMap((one) => one.problems.map((problem) => ({ chapter: one.chapter, path: one.path, ...problem })))
    const between = across.status === 'completed' ? across.result.data.problems : null
    wf.log(t(`查了 ${read.length} 章：章内 ${problems.length} 处，前后 ${between === null ? '没有查成' : `${between.length} 处`}。`, `Chapters checked: ${read.length}; problems within: ${problems.length}; across: ${between === null ? 'not checked' : between.length}.`))
    // What nobody looked at is left out: an empty list would say that nothing was found.
    const world = checked.some((one) => one.compared) ? { world: checked.flatMap((one) => one.world.map((text) => ({ chapter: one.chapter, text }))) } : {}
    return { problems, ...world, ...(between === null ? {} : { across: between }), failed, unchecked: checked.filter((one) => !one.checked).map((one) => one.chapter), notReached: wanted.length - chapters.length }
  },
}
