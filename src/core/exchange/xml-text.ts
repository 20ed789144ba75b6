/** What XML 1.0 has no place for, halves of characters included. */
const illegal = /(?![\t\n\r\u007F-\u009F])\p{Cc}|[\uFFFE\uFFFF]|\p{Cs}/gu
const special = /[&<>"]/g
const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it stands in XML, between tags or in a quoted attribute; illegal characters are dropped (`illegalIn` tells). */
export const xmlText = (text: string): string => text.replace(illegal, '').replace(special, (char) => names[char] ?? char)

/** How many characters XML cannot hold. */
export const illegalIn = (text: string): number => text.match(illegal)?.length ?? 0
