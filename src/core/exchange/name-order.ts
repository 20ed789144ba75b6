import { readNumber } from '@shared/written-number'

const numeral = /(^|第\s*|卷\s*|[章回节]\s*)([零〇一二两三四五六七八九十百千]+)/gu
const part = /([上中下])(?=\s*[卷部篇册集]|$)/gu
const opening = /^[\W\d_]*(?:序|楔子|引子|引言|前言|开篇|開篇|卷首|prologue|preface|foreword|introduction)/iu
const closing = /^[\W\d_]*(?:尾声|尾聲|终章|終章|后记|後記|番外|完结|完結|大结局|大結局|附录|附錄|epilogue|afterword|appendix|acknowledge?ments)/iu
const collator = new Intl.Collator('zh-CN', { numeric: true, sensitivity: 'base' })

interface Placed { readonly name: string; readonly rank: number; readonly key: string }

/** Whether a name that starts with a number of its own, as `03 尾声`, says its place by it. */
const isNumbered = (name: string): boolean => /^\d/.test(name)

function placed(name: string): Placed {
  const rank = isNumbered(name) ? 1 : opening.test(name) ? 0 : closing.test(name) ? 2 : 1
  const numbers = name.normalize('NFKC').replace(numeral, (all, lead: string, written: string) => (Number.isNaN(readNumber(written)) ? all : lead + String(readNumber(written))))
  return { name, rank, key: numbers.replace(part, (sign) => String('上中下'.indexOf(sign) + 1)) }
}

/** Names as an author counts: 1, 2, 10; 第二章 before 第十章; 上 before 下; a prologue first and an epilogue last, unless numbers say otherwise. */
export function inReadingOrder(names: readonly string[]): string[] {
  const all = names.map(placed)
  return all.toSorted((a, b) => a.rank - b.rank || collator.compare(a.key, b.key) || (a.name < b.name ? -1 : 1)).map(({ name }) => name)
}

const order = /^\d+(?:[\s._、\-—]+)(?=\S)/

/** The titles such names give: without their ending, and without numbers that only order them, which all of them start with. */
export function titlesOf(names: readonly string[]): Map<string, string> {
  const bare = names.map((name) => name.replace(/\.[a-z]{2,4}$/i, '').trim())
  const ordered = bare.every((name) => order.test(name))
  return new Map(names.map((name, at) => [name, [...(bare[at] ?? name).replace(ordered ? order : '', '')].slice(0, 120).join('')]))
}
