/** What is being named in the composer: a command, a skill, a file; `from` to `to` is what a choice takes the place of. */
export interface Naming { readonly kind: 'command' | 'skill' | 'file'; readonly query: string; readonly from: number; readonly to: number }

const kinds = { '/': 'command', '$': 'skill', '@': 'file' } as const
/** A sign counts where a word could begin: after nothing, a space, a bracket or a letter of a script without spaces; not in an address or a price. */
const opens = (before: string): boolean => before === '' || /[\s([{（「“《【，。；：、！？…—]$/u.test(before) || /\p{Script_Extensions=Han}$/u.test(before)

/** What the caret stands behind, or null: `/` at the very beginning, `$` and `@` anywhere; a space ends the name (09 §6). */
export function namingAt(text: string, caret: number): Naming | null {
  const before = text.slice(0, caret)
  const found = /(?<sign>[/$@])(?<query>[^\s/$@]*(?:\/[^\s/$@]*)*)$/u.exec(before)
  const sign = found?.groups?.['sign']
  const query = found?.groups?.['query']
  if (!found || (sign !== '/' && sign !== '$' && sign !== '@') || query === undefined) return null
  // `a/b` after an @ is a path: the first sign of the run counts.
  const start = found.index
  if (sign === '/' ? start !== 0 : !opens(before.slice(0, start))) return null
  return { kind: kinds[sign], query, from: start, to: caret }
}

/** The command a message begins with, and what follows it; null: it begins with none. A path or a space before `/` is words. */
export function commandIn(text: string): { id: string; rest: string } | null {
  const found = /^\/(?<id>[^\s/]+)(?:\s+(?<rest>[^]*))?$/u.exec(text)
  const id = found?.groups?.['id']
  return id === undefined ? null : { id, rest: found?.groups?.['rest'] ?? '' }
}

/** A path with spaces is named in quotes, so that its end is plain. */
export const fileMention = (path: string): string => (/\s/u.test(path) ? `@"${path}" ` : `@${path} `)
export const skillMention = (id: string): string => `$${id} `

/** Puts what was chosen in place of what was typed; gives the text and where the caret goes. */
export function withChoice(text: string, { from, to }: Naming, words: string): { text: string; caret: number } {
  return { text: text.slice(0, from) + words + text.slice(to), caret: from + words.length }
}

/** Names that hold every part of what was typed, those that begin with it first. */
export function matching<T>(items: readonly T[], query: string, wordsOf: (item: T) => string, most = 12): T[] {
  const parts = query.toLocaleLowerCase().split('/').filter((part) => part !== '')
  const scored = items.flatMap((item) => {
    const words = wordsOf(item).toLocaleLowerCase()
    return parts.every((part) => words.includes(part)) ? [{ item, rank: words.startsWith(parts[0] ?? '') ? 0 : 1 }] : []
  })
  return scored.toSorted((a, b) => a.rank - b.rank).slice(0, most).map(({ item }) => item)
}
