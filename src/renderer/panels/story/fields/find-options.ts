import type { Option } from './option'

/** What was typed, as it is compared: case and width make no difference. */
const plain = (text: string): string => text.normalize('NFKC').toLocaleLowerCase().trim()

/** Few enough to read where a list is drawn whole; typing narrows the rest. */
export const mostShown = 50

/** The choices that hold what was typed: the one of that very number or name first, then those that begin with it. */
export function foundOptions<O extends Pick<Option, 'label'>>(options: readonly O[], typed: string): readonly O[] {
  const wanted = plain(typed)
  if (wanted === '') return options
  const ranks = options.flatMap((option, at) => {
    const label = plain(option.label)
    if (!label.includes(wanted)) return []
    const rank = label === wanted || label.split(/\s+/u)[0] === wanted ? 0 : label.startsWith(wanted) ? 1 : 2
    return [{ option, at, rank }]
  })
  return ranks.toSorted((a, b) => a.rank - b.rank || a.at - b.at).map(({ option }) => option)
}
