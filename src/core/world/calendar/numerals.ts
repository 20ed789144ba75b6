const digits = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'] as const
const places = ['', '十', '百', '千'] as const
const groups = ['', '万', '亿', '兆', '京'] as const
const base = 10_000n

/** Four decimal places without leading zero: 1005 → 一千零五, 12 → 一十二. */
function groupText(value: number): string {
  let text = ''
  let gap = false
  for (let place = 3; place >= 0; place -= 1) {
    const digit = Math.floor(value / 10 ** place) % 10
    if (digit === 0) {
      gap = text !== ''
      continue
    }
    text += `${gap ? '零' : ''}${digits[digit] ?? ''}${places[place] ?? ''}`
    gap = false
  }
  return text
}

/** A number from 0 as it is read aloud: 十二, 一百零五, 三万零二十. */
export function toChinese(value: bigint): string {
  if (value === 0n) return '零'
  let text = ''
  let gap = false
  for (let at = groups.length - 1; at >= 0; at -= 1) {
    const group = Number((value / base ** BigInt(at)) % base)
    if (group === 0) {
      gap = text !== ''
      continue
    }
    text += `${text !== '' && (gap || group < 1_000) ? '零' : ''}${groupText(group)}${groups[at] ?? ''}`
    gap = false
  }
  return text.startsWith('一十') ? text.slice(1) : text
}

const digitOf: Readonly<Record<string, bigint>> = Object.fromEntries(digits.map((text, i) => [text, BigInt(i)]))
const placeOf: Readonly<Record<string, bigint>> = { 十: 10n, 百: 100n, 千: 1_000n }
const groupOf: Readonly<Record<string, bigint>> = { 万: 10_000n, 亿: 10n ** 8n, 兆: 10n ** 12n, 京: 10n ** 16n }

/** The number such a text says; null when it is not written the way `toChinese` writes. */
export function fromChinese(text: string): bigint | null {
  let [total, group, digit] = [0n, 0n, -1n]
  for (const char of text) {
    const place = placeOf[char]
    const unit = groupOf[char]
    if (place !== undefined) {
      group += (digit < 0n ? 1n : digit) * place
      digit = -1n
    } else if (unit !== undefined) {
      total += (group + (digit < 0n ? 0n : digit)) * unit
      group = 0n
      digit = -1n
    } else digit = digitOf[char] ?? -1n
  }
  const value = total + group + (digit < 0n ? 0n : digit)
  return toChinese(value) === text ? value : null
}

export const chineseRun = /[零一二三四五六七八九十百千万亿兆京]+/y
