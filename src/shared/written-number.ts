const digits = '零一二三四五六七八九'
const units: Record<string, number> = { 十: 10, 百: 100, 千: 1_000 }

/** The number written as 12, １２, 十二 or 一百零五; NaN for anything else. */
export function readNumber(written: string): number {
  const plain = written.normalize('NFKC').replaceAll('〇', '零').replaceAll('两', '二')
  if (/^\d+$/u.test(plain)) return Number(plain)
  if (!/[十百千]/u.test(plain)) return Number([...plain].map((one) => digits.indexOf(one)).map((n) => (n < 0 ? 'x' : n)).join(''))
  let sum = 0
  let digit: number | null = null
  for (const one of plain) {
    const unit = units[one]
    if (unit === undefined) digit = digits.indexOf(one)
    else { sum += (digit ?? 1) * unit; digit = null }
  }
  return sum + (digit ?? 0)
}
