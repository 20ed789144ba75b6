const indent = '\u3000\u3000'
const comment = /<!--[\s\S]*?-->/g
const sceneBreak = /^(?:\*[ \t]*){3,}$|^(?:-[ \t]*){3,}$|^(?:_[ \t]*){3,}$/
const heading = /^#{1,6}[ \t]+/
const emphasis = /(\*{1,3}|_{2,3})(?=\S)([^*_]+?)(?<=\S)\1/g
const asian = /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}]/u

/** Takes marks off until none is left, so that a second time changes nothing. */
function plainLine(line: string): string {
  const bare = line.trim()
  if (sceneBreak.test(bare)) return bare
  const plain = bare.replace(heading, '').replace(emphasis, '$2')
  return plain === line ? line : plainLine(plain)
}

const withoutComments = (text: string): string => {
  const left = text.replace(comment, '')
  return left === text ? text : withoutComments(left)
}

/**
 * The text as web-novel sites want it pasted (09 §5): one line per paragraph, each with U+3000 twice, no Markdown marks or comments.
 * Doing it twice changes nothing. A text without any East Asian letter keeps a blank line between paragraphs instead of the indent.
 */
export function copyForWeb(text: string): string {
  const lines = withoutComments(text.replace(/\r\n?/g, '\n')).split('\n').map(plainLine).filter((line) => line !== '')
  if (!asian.test(lines.join(''))) return lines.join('\n\n')
  return lines.map((line) => (sceneBreak.test(line) ? line : indent + line)).join('\n')
}
