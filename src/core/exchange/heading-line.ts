import type { RowReason, SplitRule } from '@shared/import-plan'

/** One line read as a heading, or as something that looks like one (`ticked: false` with the reason). */
export interface HeadingLine {
  kind: 'volume' | 'chapter'
  /** 章, 回, 卷 …, `special` (楔子, Prologue), `english`, `number`, `pattern`. */
  unit: string
  title: string
  ticked: boolean
  reason?: RowReason
  /** Nothing but the number: 第三章. Bare headings repeat in every volume. */
  bare: boolean
  /** 第一卷 风雪 第三章 归来: where the chapter's own heading starts in the line, and the volume's title. */
  within?: { at: number, volume: string }
}

const N = '[〇○零一二三四五六七八九十百千万萬两兩壹贰貳叁參叄肆伍陆陸柒捌玖拾佰仟廿卅\\d０-９]'
const NUMBER = `${N}(?:[ \\u3000]?${N})*`
const LEAD = '^[\\s\\uFEFF]*(?:[#＃]{1,6}\\s*)?(?:正文\\s*)?[【\\[［〔〖（(「『《<]?\\s*(?:正文\\s+)?'
const CHAPTER = new RegExp(`${LEAD}第\\s*${NUMBER}\\s*([章回节節话話卷部集篇])([\\s\\S]*)$`)
const VOLUME = new RegExp(`${LEAD}(?:卷之?\\s*${NUMBER}|[上中下]\\s*[卷部])(?=[\\s:：、.．】\\]］〕〗）)」』》>]|$)([\\s\\S]*)$`)
const COUNTED = new RegExp(`${LEAD}第\\s*${NUMBER}\\s*([^\\s\\p{P}])`, 'u')
const WITHIN = new RegExp(`[\\s:：】\\]］〕〗）)」』》]\\s*[【\\[［〔〖（(「『《]?(第\\s*${NUMBER}\\s*[章回节節话話集][\\s\\S]*)$`)
const SPECIAL_NAMES =
  '序章|序幕|序言|序曲|自序|代序|序|楔子|引子|引言|前言|开篇|開篇|尾声|尾聲|终章|終章|终幕|終幕|终曲|后记|後記|番外篇?|外传|外傳|卷首语?|卷首語|卷末|完本感言|完结感言|完結感言|' +
  '上架感言|新书感言|作者的话|作者的話|附录|附錄|间章|間章|幕间|幕間|尾章|末章|大结局|大結局|结局|結局|结语|結語|后日谈|後日談|特典'
const SPECIAL = new RegExp(`${LEAD}(${SPECIAL_NAMES})(?:\\s*[之·]?\\s*${NUMBER}(?=[\\s:：、.．】\\]］〕〗）)」』》>-]|$))?([\\s\\S]*)$`)
const COUNT_WORDS = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
const ENGLISH_NUMBER = `(?:\\d{1,4}|[IVXLC]+|(?:the\\s+)?(?:${COUNT_WORDS}|first|second|third|last|final)(?:[- ](?:${COUNT_WORDS}))?)`
const cased = (words: string): string => words.replace(/\b[a-z]/g, (first) => `[${first}${first.toUpperCase()}]`)
const ENGLISH = new RegExp(`^\\s*(?:#{1,6}\\s*)?(chapter|part|book|volume|act)\\s+(?:${ENGLISH_NUMBER})(?![\\w-])([\\s\\S]*)$`, 'i')
const ROMAN_LOWER = new RegExp(`^\\s*(?:#{1,6}\\s*)?\\w+\\s+[ivxlc]+(?![\\w-])`)
const ENGLISH_SPECIAL = new RegExp(`^\\s*(?:#{1,6}\\s*)?(?:${cased('prologue|epilogue|preface|foreword|introduction|afterword|interlude|acknowledgements|acknowledgments|appendix')}|PROLOGUE|EPILOGUE|PREFACE|FOREWORD|INTRODUCTION|AFTERWORD|INTERLUDE|APPENDIX)(?=[\\s:.\\-—–]|$)([\\s\\S]*)$`)
const NUMBER_LINE = new RegExp(`^\\s*(?:#{1,6}\\s*)?(?:\\d{1,4}|[０-９]{1,4}|[一二三四五六七八九十百零〇]{1,6}|[（(]\\s*${NUMBER}\\s*[)）])(?:[、.．:：\\s][\\s\\S]*)?$`)

/** What may stand between the heading's number and its title; without it the title follows directly. */
const SEPARATOR = /^[\s:：、.．·•\-—–_|｜～~】\]］〕〗）)」』》>（(【[「『《“"]/
const SENTENCE_START = /^[的了，,。；;？?！!]/
/** 第一回合, 第三节课, 第一部分, 第二集团军, 第一卷书 …: the unit belongs to the next word. */
const COUNTED_NOUN: Record<string, RegExp> = {
  回: /^(?:合|到|来|來|去|头|頭|见|見|家|答|想|忆|憶|事|归|歸)/,
  节: /^(?:课|課|目|车|車|日|约|約|点|點|气|氣|奏|省|电池|台阶)/,
  節: /^(?:課|目|車|日|約|點|氣|奏|省)/,
  部: /^(?:分|队|隊|门|門|落|电影|電影|小说|小說|手机|手機|署|作品|书|書|曲)/,
  集: /^(?:团|團|结|結|合|中|市|体|體|训|訓)/,
  篇: /^(?:文|小说|小說|论文|論文|作文|报道|日记|章)/,
  卷: /^(?:子|轴|軸|宗|书|書|起|入|胶|膠)/,
  章: /^(?:节|節|程|鱼|魚)/,
  话: /^(?:题|題|剧|劇|语|語|筒|费|費|音)/,
  話: /^(?:題|劇|語|筒|費|音)/,
}
/** 第三章完, 【第十回终】, 番外完: says that what stands above it ends. */
const END_WORD = '(?:完|终|終|完结|完結|完毕|完畢)[\\s】\\]］〕〗）)」』》>!！…~～—-]*$'
const END_MARK = new RegExp(`(?:第\\s*${NUMBER}\\s*[章回节節话話卷部集篇]|番外篇?\\s*(?:${NUMBER})?)${END_WORD}`)
const SPACED_END = new RegExp(`\\s${END_WORD}`)
const LONGEST_HEADING = 40
const LONGEST_TITLE = 120

export function readHeading(line: string, rule: SplitRule): HeadingLine | null {
  if (rule.kind === 'none' || rule.kind === 'headings') return null
  if (rule.kind === 'pattern') return null
  const special = readSpecial(line)
  if (special !== null) return special
  if (rule.kind === 'numbers') return readNumber(line)
  return readChapter(line) ?? readVolume(line) ?? readEnglish(line) ?? readCounted(line)
}

/** The heading as a title: its number signs, wrapping brackets and the backslashes before signs gone, white space single, at most 120 characters. */
export function cleanTitle(line: string): string {
  const bare = line.trim().replace(/^\\?[#＃]{1,6}\s*/, '').replace(/\s*(?<![\\#])#+$/, '').replace(/\\([!-/:-@[-`{-~])/g, '$1').replace(/^[【[［〔〖]\s*([^】\]］〕〗]*?)\s*[】\]］〕〗]\s*/, '$1 ')
  return [...bare.replace(/\s+/g, ' ').trim()].slice(0, LONGEST_TITLE).join('')
}

/** Of a title 第三章 完, which may be a chapter called 完 or the end of one, the part before the word; else null. */
export function endedBy(title: string): string | null {
  const end = SPACED_END.exec(title)
  return end === null ? null : title.slice(0, end.index)
}

function readChapter(line: string): HeadingLine | null {
  const found = CHAPTER.exec(line)
  if (found === null) return null
  const [, unit = '', rest = ''] = found
  const kind = unit === '卷' || unit === '部' ? 'volume' : 'chapter'
  const verdict = judge(line, rest, COUNTED_NOUN[unit])
  const base = { kind, unit, title: cleanTitle(line), bare: isBlank(rest), ...verdict } as const
  const within = kind === 'volume' ? withinVolume(line) : undefined
  return within === undefined ? base : { ...base, ...within }
}

function withinVolume(line: string): Omit<HeadingLine, 'reason'> | undefined {
  const found = WITHIN.exec(line)
  const chapter = found?.[1] === undefined ? null : readChapter(found[1])
  if (found === null || chapter === null || !chapter.ticked || chapter.kind === 'volume') return undefined
  const at = line.length - (found[1] ?? '').length
  const volume = cleanTitle(line.slice(0, at).replace(/[【[［〔〖（(「『《]\s*$/, '')).replace(/[:：]$/, '')
  return { kind: 'chapter', unit: chapter.unit, title: chapter.title, bare: chapter.bare, ticked: true, within: { at, volume } }
}

function readVolume(line: string): HeadingLine | null {
  const found = VOLUME.exec(line)
  if (found === null) return null
  return { kind: 'volume', unit: '卷', title: cleanTitle(line), bare: isBlank(found[1] ?? ''), ...judge(line, found[1] ?? '') }
}

function readSpecial(line: string): HeadingLine | null {
  const chinese = SPECIAL.exec(line)
  const rest = chinese?.[2] ?? ENGLISH_SPECIAL.exec(line)?.[1]
  if (rest === undefined) return null
  const free = chinese?.[1]?.startsWith('番外') === true && !/[。！？；，…：:”]/.test(rest)
  if (!isBlank(rest) && !SEPARATOR.test(rest) && !free) return null
  const base = { kind: 'chapter', unit: 'special', title: cleanTitle(line), bare: isBlank(rest) } as const
  // A loose word needs a title after it that does not read on like a sentence: 前言 是 …
  return chinese === null && /^\s+[a-z]/.test(rest) ? null : { ...base, ...judge(line, rest) }
}

function readEnglish(line: string): HeadingLine | null {
  const found = ENGLISH.exec(line)
  if (found === null || ROMAN_LOWER.test(line) && !/^\s*(?:#{1,6}\s*)?\w+\s+\d/.test(line)) return null
  const [, word = '', rest = ''] = found
  const kind = word.toLowerCase() === 'chapter' ? 'chapter' : 'volume'
  const reads = /^\s*[,;]|^\s+[a-z]/.test(rest) || /[a-z][.,;]$/.test(line.trim())
  const long = line.trim().length > 80
  if (kind === 'volume' && reads) return null
  return { kind, unit: 'english', title: cleanTitle(line), bare: isBlank(rest), ...(reads ? no('sentence') : long ? no('too-long') : yes) }
}

function readNumber(line: string): HeadingLine | null {
  const text = line.trim()
  if (!NUMBER_LINE.test(line) || text.length > LONGEST_HEADING || /[。；;，,：:…”]$/.test(text)) return null
  return { kind: 'chapter', unit: 'number', title: cleanTitle(line), bare: /^\S+$/.test(text), ...yes }
}

/** 第一封信, 第四本书, 第三次世界大战: counted things, never ticked; of 第二天 only a line of its own is worth a row. */
function readCounted(line: string): HeadingLine | null {
  const found = COUNTED.exec(line)
  const text = line.trim()
  if (found === null || text.length > LONGEST_HEADING) return null
  if (text.length > 20 && /[。！？；，,…”]/.test(text)) return null
  if (/[天日年月晚夜一二三四五六七八九十]/.test(found[1] ?? '') && text.length > 6) return null
  return { kind: 'chapter', unit: 'counted', title: cleanTitle(line), bare: false, ...no('counted-noun') }
}

const yes = { ticked: true } as const
const no = (reason: RowReason) => ({ ticked: false, reason }) as const
const isBlank = (text: string): boolean => !/[^\s】\]］〕〗）)」』》>#＃:：]/.test(text)

function judge(line: string, rest: string, noun?: RegExp): { ticked: boolean, reason?: RowReason } {
  const text = line.trim()
  if (isBlank(rest)) return yes
  if (END_MARK.test(text)) return no('sentence')
  if (!SEPARATOR.test(rest)) {
    if (noun?.test(rest) === true) return no('counted-noun')
    if (SENTENCE_START.test(rest) || (/[，,；;]/.test(rest) && rest.length > 16)) return no('sentence')
  }
  if (/[。；;，,]$/.test(text) || /[。；;]/.test(rest)) return no('sentence')
  return text.length > LONGEST_HEADING ? no('too-long') : yes
}
