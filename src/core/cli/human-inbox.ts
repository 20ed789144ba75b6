import { fail } from '@shared/fault'
import { ChangeId, type ChangeGroup, type Clash, type Decided } from '@shared/procedures/inbox'
import type { Core, RequestContext } from '../app/types'
import { inboxHandlers } from '../router/inbox-handlers'
import { humanAct } from './human-act'
import { inLine } from './io'

/** As many as the window's call gives at once. */
const mostItems = 2_000
const author = (core: Core): RequestContext => ({ core, principal: 'human' })

/** What waits in the change inbox: what was written by session and run, and apart from it what dry runs proposed. `more`: older ones were left out. */
export async function waiting(project: string, core: Core): Promise<{ written: ChangeGroup[]; proposed: ChangeGroup[]; more: boolean }> {
  const { groups, more } = await inboxHandlers['inbox.list']({ project, view: 'new', limit: mostItems }, author(core))
  const only = (proposals: boolean): ChangeGroup[] => groups.map((group) => ({ ...group, items: group.items.filter((item) => (item.area === 'proposal') === proposals) })).filter(({ items }) => items.length > 0)
  return { written: only(false), proposed: only(true), more }
}

/** The items of a group, newest first, by their ids with their names; null: it is no group that waits. */
async function itemsOf(given: string, project: string, core: Core): Promise<Map<string, string> | null> {
  const group = (await waiting(project, core)).written.find(({ id }) => id === given)
  return group === undefined ? null : new Map(group.items.map(({ id, name }) => [id, name]))
}

function itemId(given: string): string {
  if (!ChangeId.safeParse(given).success) fail('CHANGE_UNKNOWN', `there is no group or item "${given.slice(0, 80)}" in the inbox.`, { fix: '`wenqu human list inbox` names what waits.', actual: given })
  return given
}

const whys: Readonly<Record<Clash['why'], string>> = { changed: 'was changed again since, in the same place', gone: 'is no longer there', taken: 'has another file in its place now' }

/** The same as `inbox.revertAll` names them. */
const clashes: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(whys).map(([why, words]) => [`CLASH_${why.toUpperCase()}`, words]))

/** A clash needs both texts before one's eyes: the window asks about it (06 §7). CHANGE_CLASH. */
function settled(decided: Decided): Decided {
  const { clash } = decided
  if (clash !== null) fail('CHANGE_CLASH', `${clash.text?.path ?? clash.fields[0]?.target ?? clash.id} ${whys[clash.why]}; nothing was done.`, { fix: 'Decide about it in the window, under Inbox.', data: { clash } })
  return decided
}

const groupHelp = '`wenqu human list inbox` names the groups and their items.'

/** `human keep` (06 §7): the author has seen what others changed. */
export const humanKeep = humanAct({
  usage: 'human keep GROUP|ITEM --project DIR [--json]',
  does: 'Marks a change of others, or all of one group, as seen; it leaves the inbox and stays in the history.',
  details: groupHelp,
  name: 'GROUP|ITEM',
  most: 1,
  act: async (project, [given = ''], core) => {
    const ids = [...((await itemsOf(given, project, core))?.keys() ?? [itemId(given)])]
    const done = await inboxHandlers['inbox.keep']({ project, ids }, author(core))
    if (done.kept === 0) fail('CHANGE_SETTLED', `"${given}" was kept or taken back before.`, { actual: given })
    return done
  },
  said: ({ kept }) => `${kept} kept.`,
})

/** `human revert` (06 §7): one item as the window takes it back, or those of a group that can go. */
export const humanRevert = humanAct({
  usage: 'human revert GROUP|ITEM --project DIR [--json]',
  does: 'Takes a change of others, or all of one group, back; later changes elsewhere in a text stay. What was changed again in the same place is left and named; exit 1.',
  details: groupHelp,
  name: 'GROUP|ITEM',
  most: 1,
  act: async (project, [given = ''], core) => {
    const items = await itemsOf(given, project, core)
    if (items === null) {
      const { merged } = settled(await inboxHandlers['inbox.revert']({ project, id: itemId(given) }, author(core)))
      return { reverted: 1, merged, left: [] }
    }
    const { reverted, left } = await inboxHandlers['inbox.revertAll']({ project, ids: [...items.keys()] }, author(core))
    return { reverted, merged: null, left: left.map(({ id, why }) => ({ id, name: items.get(id) ?? '', why })) }
  },
  said: ({ reverted, merged, left }) => [`${reverted} taken back${merged === true ? '; later changes elsewhere in it stay' : ''}.`, ...left.map(({ id, name, why }) => `left: ${inLine(id, `${name} (${clashes[why] ?? why})`)}`)].join('\n'),
  left: ({ left }) => left.length > 0,
})

const proposalId = (given: string): string => (given.startsWith('proposal:') ? given : `proposal:${given}`)
const proposalHelp = '`wenqu human list proposals` names them, with what each would write.'

/** `human apply` (06 §4): a dry run's proposal is written, if its file is still as it was. */
export const humanApply = humanAct({
  usage: 'human apply ID --project DIR [--json]',
  does: 'Writes what a dry run proposed, if the file is still as it was.',
  details: proposalHelp,
  name: 'ID',
  most: 1,
  act: async (project, [given = ''], core) => settled(await inboxHandlers['inbox.apply']({ project, id: proposalId(given) }, author(core))),
  said: () => 'Written.',
})

/** `human discard` (06 §4): a proposal that the author does not want. */
export const humanDiscard = humanAct({
  usage: 'human discard ID --project DIR [--json]',
  does: 'Puts a proposal of a dry run aside; nothing is written.',
  details: proposalHelp,
  name: 'ID',
  most: 1,
  act: async (project, [given = ''], core) => settled(await inboxHandlers['inbox.revert']({ project, id: proposalId(given) }, author(core))),
  said: () => 'Put aside.',
})
