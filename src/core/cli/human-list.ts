import type { TrashItem } from '@shared/procedures/files'
import type { ChangeGroup, ChangeItem } from '@shared/procedures/inbox'
import type { Core } from '../app/types'
import { approvalsHandlers } from '../router/approvals-handlers'
import { inboxHandlers } from '../router/inbox-handlers'
import { trashHandlers } from '../router/trash-handlers'
import { approvalLines, effectsBelow, sessionWords } from './approval-lines'
import { EXIT, type Command } from './command'
import { assertHuman } from './human'
import { waiting } from './human-inbox'
import { inLine, show } from './io'
import { parseOptions, required, UsageError } from './usage'
import { withProject } from './with-project'

interface Listed { value: unknown; lines: string[] }

/** What the window's trash, inbox and cards show, from the same calls. */
const lists: Readonly<Record<string, { read: (project: string, core: Core) => Promise<Listed>; none: string }>> = {
  trash: { read: trash, none: 'The trash is empty.' }, inbox: { read: inbox, none: 'The inbox is empty.' },
  proposals: { read: proposals, none: 'No proposal waits.' }, approvals: { read: approvals, none: 'No approval waits.' },
}

/** `human list`: what waits for the author, with the ids that the other `human` commands take. */
export const humanList: Command = {
  usage: `human list ${Object.keys(lists).join('|')} --project DIR [--json]`,
  does: 'Lists what waits for the author, with the ids that the other human commands take.',
  details: 'trash: restore, purge. inbox, what others changed: keep, revert. proposals, of dry runs: apply, discard. approvals, calls that wait: approve, deny.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { project: 'string' }, { min: 1, max: 1, names: [Object.keys(lists).join('|')] })
    const [what = ''] = parsed.words
    const list = Object.hasOwn(lists, what) ? lists[what] : undefined
    if (list === undefined) throw new UsageError(`human list takes one of ${Object.keys(lists).join(', ')}, not "${what.slice(0, 80)}"`)
    const dir = required(parsed, 'project')
    assertHuman(io)
    const { value, lines } = await withProject(dir, io, {}, ({ project }, core) => list.read(project.slug, core))
    show(io, parsed.json, value, lines.length === 0 ? list.none : lines.join('\n'))
    return EXIT.ok
  },
}

async function trash(project: string, core: Core): Promise<Listed> {
  const value = await trashHandlers['trash.list']({ project }, { core, principal: 'human' })
  return { value, lines: value.items.map(trashLine) }
}

const trashLine = ({ id, kind, name, from, by, at, words }: TrashItem): string => inLine(id, kind, name, ...(from === '' || from === name ? [] : [`from ${from}`]), ...(words === 0 ? [] : [`${words} 字`]), `by ${by}`, at)

const moreLine = (more: boolean): string[] => (more ? ['Older ones are left out.'] : [])

async function inbox(project: string, core: Core): Promise<Listed> {
  const { written, more } = await waiting(project, core)
  return { value: { groups: written, more }, lines: [...written.flatMap((group) => [inLine(group.id, whoOf(group), group.at), ...group.items.map((item) => `  ${itemLine(item)}`)]), ...moreLine(more)] }
}

const actors: Readonly<Record<ChangeGroup['actor'], string>> = { agent: 'an assistant', shell: 'a command', script: 'a script tool', outside: 'another program', restore: 'taken back by you' }
const whoOf = ({ actor, sessionId, sessionTitle, profileKey }: ChangeGroup): string => (sessionId === null ? actors[actor] : `${actors[actor]}, ${sessionWords(sessionId, profileKey, sessionTitle)}`)

const doneWords: Readonly<Record<ChangeItem['kind'], string>> = { create: 'created', modify: 'changed', delete: 'deleted', move: 'moved' }
const itemLine = ({ id, kind, entity, name, movedTo, added, removed }: ChangeItem): string =>
  inLine(id, `${doneWords[kind]}${entity === null ? '' : ` ${entity}`}`, `${name}${movedTo === null ? '' : ` → ${movedTo}`}`, ...(added === null || removed === null ? [] : [`+${added}/-${removed}`]))

async function proposals(project: string, core: Core): Promise<Listed> {
  const { proposed, more } = await waiting(project, core)
  const all = await Promise.all(proposed.flatMap((group) => group.items.map(async (item) => ({ ...item, sessionId: group.sessionId, profileKey: group.profileKey, effects: (await inboxHandlers['inbox.show']({ project, id: item.id }, { core, principal: 'human' })).effects }))))
  const lines = all.flatMap((one) => [inLine(one.id, ...(one.sessionId === null ? [] : [sessionWords(one.sessionId, one.profileKey, null)]), one.at), ...effectsBelow(one.effects)])
  return { value: { proposals: all, more }, lines: [...lines, ...moreLine(more)] }
}

async function approvals(project: string, core: Core): Promise<Listed> {
  const value = await approvalsHandlers['approvals.list']({ project }, { core, principal: 'human' })
  return { value, lines: value.approvals.flatMap(approvalLines) }
}
