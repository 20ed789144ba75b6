/** Novels for tests and benches, always alike. */
export interface NovelOptions {
  chapters: number
  /** 字 of text in each chapter, about. */
  perChapter: number
  unit?: '章' | '回'
  /** Chapters in a volume; none when not given. */
  perVolume?: number
}

const SIGNS = '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军雪夜灯长安风城剑归'
const DIGITS = '零一二三四五六七八九'

/** A novel with CRLF, two ideographs of indent, headings 第X章 in Chinese numerals. */
export function makeNovel({ chapters, perChapter, unit = '章', perVolume }: NovelOptions): string {
  const random = seeded(20_260)
  const lines: string[] = []
  for (let chapter = 1; chapter <= chapters; chapter++) {
    if (perVolume !== undefined && chapter % perVolume === 1) lines.push(`第${chineseNumber(Math.ceil(chapter / perVolume))}卷 ${phrase(random, 3)}`, '')
    lines.push(`第${chineseNumber(chapter)}${unit} ${phrase(random, 4)}`, '')
    for (let made = 0; made < perChapter;) {
      const clauses = 1 + (random() % 4)
      const text = Array.from({ length: clauses }, () => phrase(random, 6 + (random() % 14))).join('，')
      lines.push(random() % 3 === 0 ? `　　“${text}。”他说。` : `　　${text}。`)
      made += text.length
    }
    lines.push('')
  }
  return lines.join('\r\n')
}

/** 1-9999 as Chinese numerals: 1085 → 一千零八十五. */
export function chineseNumber(value: number): string {
  let out = ''
  let gap = false
  for (const [size, name] of [[1_000, '千'], [100, '百'], [10, '十'], [1, '']] as const) {
    const digit = Math.floor(value / size) % 10
    if (digit === 0) gap = out !== ''
    else {
      out += (gap ? '零' : '') + (DIGITS[digit] ?? '') + name
      gap = false
    }
  }
  return out.startsWith('一十') ? out.slice(1) : out
}

function phrase(random: () => number, length: number): string {
  let out = ''
  for (let at = 0; at < length; at++) out += SIGNS[random() % SIGNS.length] ?? ''
  return out
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}
