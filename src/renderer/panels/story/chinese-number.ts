const digits = '零一二三四五六七八九'

/** 1-9999 as in 第十二章, 第一百零五章. */
export function chineseNumber(n: number): string {
  if (n < 0 || n > 9_999 || !Number.isInteger(n)) return String(n)
  if (n === 0) return '零'
  const units = ['', '十', '百', '千']
  let out = ''
  let zero = false
  const places = [...String(n)].map(Number)
  places.forEach((digit, i) => {
    const unit = units[places.length - 1 - i] ?? ''
    if (digit === 0) { zero = out !== ''; return }
    out += `${zero ? '零' : ''}${digits[digit] ?? ''}${unit}`
    zero = false
  })
  return n >= 10 && n < 20 ? out.slice(1) : out
}
