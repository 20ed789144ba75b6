import { editDistance, nearestNames } from '@shared/nearest'
import type { Session } from '@shared/session'
import { WorkMode } from '@shared/tool-result'
import { call } from '../../bridge/call'
import { runCommand } from '../../commands/registry'
import { chaptersInOrder } from '../../editor-core/reading-order'
import { text } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useMentions } from '../../stores/mentions'
import { attempt } from '../../stores/notices'
import { useSessions } from '../../stores/sessions'
import { useStory } from '../../stores/story'
import { fileMention, matching, skillMention, type Naming } from './completion'
import { exportSession } from './export-session'
import { setWorkMode } from './head-controls'

/** One thing that can be chosen: words to put in, or something to do. */
export interface Choice { readonly id: string; readonly title: string; readonly hint: string; /** The author's own words. */ readonly own: boolean; readonly words?: string; readonly run?: () => void }

const act = (id: string, title: string, run: () => void): Choice => ({ id, title, hint: `/${id}`, own: false, run })

function commands(session: Session | null): Choice[] {
  const modes = WorkMode.options.map((mode) => act(mode === 'normal' ? 'do' : mode, text('sessions.command.mode', { mode: text(`sessions.mode.${mode}`) }), () => setWorkMode(session, mode)))
  const ofSession = session === null ? [] : [
    ...(session.status === 'running' ? [act('stop', text('sessions.command.stop'), () => void attempt(() => call('sessions.cancel', { project: projectId(), sessionId: session.id })))] : []),
    act('export', text('sessions.export'), () => void attempt(() => exportSession(session.id, text))),
    act('archive', text('sessions.archive'), () => void attempt(() => call('sessions.archive', { project: projectId(), sessionId: session.id, archived: true }))),
  ]
  return [
    act('new', text('sessions.new'), () => void attempt(() => useSessions.getState().create())), ...modes,
    act('approvals', text('command.approvals'), () => runCommand('approvals')), act('jobs', text('frame.jobs'), () => runCommand('activity.jobs')), ...ofSession,
  ]
}

/** What `/id` means now; undefined: there is no such command. */
export const commandOf = (session: Session | null, id: string): Choice | undefined => commands(session).find((one) => one.id === id.toLowerCase() || one.title === id)

/** Commands that a mistyped one may mean, closest first: by its letters, or a part of its words. */
export function closeCommands(session: Session | null, id: string): readonly Choice[] {
  const all = commands(session)
  const near = nearestNames(id, all.map((one) => one.id)).filter((name) => editDistance(id.toLowerCase(), name) <= Math.max(2, name.length / 2))
  return [...new Set([...matching(all, id, ({ id: name, title }) => `${name} ${title}`, 3), ...near.flatMap((name) => all.find((one) => one.id === name) ?? [])])].slice(0, 3)
}

function files(): Choice[] {
  const { outline } = useStory.getState()
  const titles = new Map((outline ? chaptersInOrder(outline) : []).flatMap(({ title, prose }) => prose.map(({ path }) => [path, title] as const)))
  return (useMentions.getState().files ?? []).map((path) => {
    const title = titles.get(path)
    return { id: path, title: title ?? path, hint: title === undefined ? '' : path, own: true, words: fileMention(path) }
  })
}

const skills = (): Choice[] => (useMentions.getState().skills ?? []).map(({ id, name, description }) => ({ id, title: name, hint: description, own: true, words: skillMention(id) }))

/** What fits what is being named; null: it is still being read. */
export function choicesFor({ kind, query }: Naming, session: Session | null): readonly Choice[] | null {
  switch (kind) {
    case 'command': return matching(commands(session), query, ({ id, title }) => `${id} ${title}`)
    case 'skill': return useMentions.getState().skills === null ? null : matching(skills(), query, ({ id, title }) => `${id} ${title}`)
    case 'file': return useMentions.getState().files === null ? null : matching(files(), query, ({ id, title }) => `${title} ${id}`)
  }
}
