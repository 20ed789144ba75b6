/** How a message that is not the author's begins, so that no model takes it for theirs; the demo's scenarios know it by this too. */
export const NOT_THE_AUTHOR = '[Message from the app, not from the author]'
const WAITS = ', which waits for your result:'

/** Who asks, as the model that is asked reads it. */
export const askHead = ({ sessionId, title }: { sessionId: number; title: string }): string => `${NOT_THE_AUTHOR} From session ${sessionId}${title === '' ? '' : ` (${title})`}${WAITS}`

/** The message without what only tells the model who sent it; the window says that in the author's language. */
export function withoutHead(text: string): string {
  if (!text.startsWith(NOT_THE_AUTHOR)) return text
  const rest = text.slice(NOT_THE_AUTHOR.length).trimStart()
  const [first = ''] = rest.split('\n', 1)
  return first.startsWith('From session ') && first.endsWith(WAITS) ? rest.slice(first.length + 1) : rest
}
