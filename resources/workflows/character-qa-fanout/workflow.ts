/** Questions to a character, each answered several ways; then what in the answers cannot all be true. */
const Answer = Type.Object({ answer: Type.String(), because: Type.String({ description: 'What in the novel makes it likely' }), costs: Type.String({ description: 'What it would bind the story to' }) })
const Check = Type.Object({ contradictions: Type.Array(Type.Object({ between: Type.Array(Type.String()), problem: Type.String() })), best: Type.Array(Type.Object({ question: Type.String(), candidate: Type.Integer({ minimum: 1 }), why: Type.String() })) })
const WAYS = {
  zh: ['照他已经写出来的样子答', '照他藏着不说的那一面答', '照他被逼到墙角时会说的答', '照最出乎读者意料、又说得通的方式答'],
  en: ['as he has been shown so far', 'from the side he hides', 'as he would with his back to the wall', 'in the way the reader least expects and must believe'],
}
const USUAL = {
  zh: ['你最怕别人知道什么？', '你想要的东西，真到手了会怎样？', '谁对你撒过谎，你是怎么知道的？'],
  en: ['What must nobody find out about you?', 'What happens when you get what you want?', 'Who has lied to you, and how do you know?'],
}

export default {
  key: 'character-qa-fanout',
  title: { zh: '人物问答', en: 'Questions to a character' },
  description: { zh: '向一个人物提问，每问给几种答法，再找出互相矛盾的，推荐一种。只读。', en: 'Asks a character questions, gives several answers to each, finds what contradicts, recommends one. Reads only.' },
  whenToUse: { zh: '人物还不够立，或者要定他的过去。', en: 'When a character is not yet alive, or a past has to be settled.' },
  argsHint: [
    { name: 'character', label: { zh: '人物', en: 'The character' }, defaultValue: '' }, { name: 'questions', label: { zh: '问题（不填用常用的三个）', en: 'Questions (empty: the usual three)' }, defaultValue: [] },
    { name: 'paths', label: { zh: '写到他的文件', en: 'Files about him' }, defaultValue: [] }, { name: 'candidates', label: { zh: '每问几种答法（2-4）', en: 'Answers per question (2-4)' }, defaultValue: 3 },
  ],
  phases: [{ key: 'answers', title: { zh: '作答', en: 'Answers' } }, { key: 'check', title: { zh: '对照', en: 'Check' } }],
  run: async (wf, args: { character?: string; questions?: string[]; paths?: string[]; candidates?: number }) => {
    const t = (zh: string, en: string) => (wf.caller.locale === 'en' ? en : zh)
    const lang = wf.caller.locale === 'en' ? 'en' : 'zh'
    const character = args.character || (await wf.ask.text(t('问哪个人物？', 'Which character?')))
    const questions = (args.questions?.length ? args.questions : USUAL[lang]).slice(0, 12)
    const ways = WAYS[lang].slice(0, Math.min(Math.max(args.candidates ?? 3, 2), 4))
    const failed = []
    const lost = (step: string, error: { message: string }) => { wf.log(t(`${step}没有做成：`, `${step} did not work: `), error.message); failed.push({ step, why: error.message }) }
    const known = args.paths?.length ? args.paths : await (async () => {
      const found = await wf.agents.invoke('retrieval', { title: t(`找${character}`, `About ${character}`), initial: { prompt: t(`写到“${character}”的设定和章节。`, `Lore and chapters about ${character}.`) }, message: t('找出来，报告。', 'Find them and report.') })
      if (found.status === 'completed') return found.result.data.entries.map((entry) => entry.path).slice(0, 8)
      lost(t('找写到他的文件', 'Finding files about him'), found.error)
      return []
    })()
    wf.chart.node('check', t('对照', 'Check'))
    const work = questions.flatMap((question, q) => ways.map((way, w) => ({ question, way, q, w })))
    questions.forEach((question, q) => { wf.chart.node(`q${q}`, question); wf.chart.edge(`q${q}`, 'check') })
    let cause = null
    let done = 0
    wf.progress('answers', { done, total: work.length })
    const answers = await wf.map(work, async ({ question, way, q, w }) => {
      wf.chart.enter(`q${q}`)
      const { status, result, error } = await wf.agents.invoke('adhoc', {
        title: `${character} ${q + 1}.${w + 1}`,
        initial: { name: character, outputSchema: Answer, systemPrompt: t(`你替小说作者试一个人物：${character}。以他的口吻回答，${way}。不编造与已有文字相反的事。`, `You try out a character for a novelist: ${character}. Answer in that voice, ${way}. Invent nothing that the text contradicts.`) },
        message: `${known.length ? t(`先读 ${known.join('、')}。`, `First read ${known.join(', ')}. `) : ''}${question}`,
      })
      wf.chart.leave(`q${q}`, { failed: status !== 'completed' })
      wf.progress('answers', { done: (done += 1), total: work.length })
      if (status === 'completed') return { question, candidate: w + 1, way, ...result.data }
      lost(`${question} (${way})`, error)
      cause = cause ?? error
      return null
    }, { concurrency: 8 })
    const given = answers.filter((answer) => answer !== null)
    if (given.length === 0) throw cause
    wf.progress('check')
    wf.chart.enter('check')
    const { status, result, error } = await wf.agents.invoke('adhoc', {
      title: t('对照答案', 'Check'), initial: { name: t('对照', 'Check'), outputSchema: Check, systemPrompt: t('你看一个人物的若干种答法：哪些不能同时为真；每问推荐最立得住人物、又不绑死故事的一种。', 'You compare answers of one character: which cannot all be true; for each question recommend the one that makes the character stand and binds the story least.') },
      message: JSON.stringify(given, null, 1),
    })
    wf.chart.leave('check', { failed: status !== 'completed' })
    if (status !== 'completed') lost(t('对照', 'Check'), error)
    return { character, read: known, answers: given, ...(status === 'completed' ? result.data : {}), failed }
  },
}
