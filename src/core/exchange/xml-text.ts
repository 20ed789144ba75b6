/** What XML 1.0 has no place for, halves of characters included. */
const illegal = /(?![\t\n\r\u007F-\u009F])\p{Cc}|[\uFFFE\uFFFF]|\p{Cs}/gu
const special = /[&<>"]/g
const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it stands in XML, between tags or in a quoted attribute; illegal characters are dropped (`illegalIn` tells). */
export const xmlText = (text: string): string => text.replace(illegal, '').replace(special, (char) => names[char] ?? char)

const written: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Text between tags as it reads. */
export const readXmlText = (xml: string): string => xml.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
  if (name !== undefined) return written[name] ?? all
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : all
})

/** How many characters XML cannot hold. */
export const illegalIn = (text: string): number => text.match(illegal)?.length ?? 0
