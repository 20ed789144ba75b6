/** Characters that do not show or turn text around: written out, so that a card equals its effect (09 §7). */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what this looks for
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu

export const visibleText = (text: string): string => text.replace(hidden, (char) => `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`)
