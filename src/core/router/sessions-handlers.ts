import type { Handlers } from '@shared/procedures'
import type { sessionProcedures } from '@shared/procedures/agents'
import { keepPicture, shownPicture } from '../agents/author-pictures'
import type { Profile } from '../agents/types'
import type { ProjectRuntime, RequestContext } from '../app/types'
import { isSchema } from '../tools/json-schema'
import type { WriteRoots } from '../tools/write-roots'
import { languageOf } from './language-of'

type SessionName = keyof typeof sessionProcedures

/** Sessions of an open project (04 §2, 3; 09 §6). */
export const sessionsHandlers: Handlers<SessionName, RequestContext> = {
  'profiles.list': ({ project, lang: window }, context) => {
    const runtime = context.core.get(project)
    const { profiles, pipeline } = runtime
    const lang = languageOf(context, runtime, window)
    const all = profiles.list()
    const names = Object.fromEntries(all.map((one) => [one.key, one.name[lang]]))
    const rows = all.filter((one) => one.creationMode === 'public' && startable(one))
    return { profiles: rows.map((one) => ({ key: one.key, name: one.name[lang], description: one.description[lang], pack: one.pack, creationMode: one.creationMode })), names, proposing: all.filter((one) => holdsProposing(pipeline, one)).map((one) => one.key) }
  },
  'sessions.list': ({ project }, { core }) => ({ sessions: core.get(project).agents.list(), missing: core.get(project).agents.missing() }),
  'sessions.create': ({ project, profileKey }, { core }) => core.get(project).agents.create({ profileKey }),
  'sessions.snapshot': ({ project, sessionId }, { core }) => {
    const snapshot = core.get(project).agents.snapshot(sessionId)
    // Read after the snapshot, which first tells what was waiting to be told.
    return { ...snapshot, seq: core.hub.seq() }
  },
  'sessions.entries': ({ project, sessionId, before, limit }, { core }) => core.get(project).agents.entries(sessionId, { limit, ...(before === undefined ? {} : { before }) }),
  'sessions.context': ({ project, sessionId, lang }, { core }) => core.get(project).agents.context(sessionId, lang ?? core.settings.get().config.ui.language ?? core.get(project).project.manifest().locale),
  'sessions.result': ({ project, sessionId, callId }, { core }) => core.get(project).agents.result(sessionId, callId),
  'sessions.send': ({ project, sessionId, text, how, pictures }, { core }) => core.get(project).agents.send(sessionId, text, how, null, pictures),
  'sessions.addPicture': ({ project, name, base64 }, { core }) => keepPicture(core.get(project).project, name, Buffer.from(base64, 'base64')),
  'sessions.picture': ({ project, blob }, { core }) => shownPicture(core.get(project).project, blob),
  'sessions.cancel': async ({ project, sessionId }, { core }) => {
    await core.get(project).agents.cancel(sessionId)
    return {}
  },
  'sessions.continue': async ({ project, sessionId }, { core }) => {
    await core.get(project).agents.continue(sessionId)
    return {}
  },
  'sessions.unqueue': ({ project, sessionId, id }, { core }) => {
    core.get(project).agents.unqueue(sessionId, id)
    return {}
  },
  'sessions.configure': ({ project, sessionId, ...given }, { core }) => core.get(project).agents.configure(sessionId, {
    ...(given.workMode === undefined ? {} : { workMode: given.workMode }), ...(given.permissionMode === undefined ? {} : { permissionMode: given.permissionMode }),
    ...(given.writeMode === undefined ? {} : { writeMode: given.writeMode }), ...(given.model === undefined ? {} : { model: given.model }),
  }),
  'sessions.rename': ({ project, sessionId, title }, { core }) => core.get(project).agents.rename(sessionId, title),
  'sessions.retry': async ({ project, sessionId, entryId }, { core }) => {
    await core.get(project).agents.retry(sessionId, entryId)
    return {}
  },
  'sessions.edit': async ({ project, sessionId, entryId, text }, { core }) => {
    await core.get(project).agents.edit(sessionId, entryId, text)
    return {}
  },
  'sessions.switchBranch': ({ project, sessionId, entryId }, { core }) => {
    core.get(project).agents.switchBranch(sessionId, entryId)
    return {}
  },
  'sessions.fork': ({ project, sessionId, entryId }, { core }) => core.get(project).agents.fork(sessionId, entryId),
  'sessions.export': ({ project, sessionId, folder }, { core }) => core.get(project).agents.exportTo(sessionId, folder),
  'sessions.archive': ({ project, sessionId, archived }, { core }) => core.get(project).agents.archive(sessionId, archived),
  'sessions.answer': async ({ project, sessionId, callId, answers }, { core }) => {
    await core.get(project).agents.answer(sessionId, callId, answers)
    return {}
  },
  'sessions.writeRoots': ({ project, sessionId, path }, { core }) => {
    const { writeRoots } = core.get(project)
    return { roots: writeRoots.of(sessionId), offer: path === undefined ? null : writeRoots.offer(path) }
  },
  'sessions.grantWriteRoot': ({ project, sessionId, folder }, { core }) => changeRoots(core.get(project), sessionId, (roots) => roots.grant(sessionId, folder)),
  'sessions.revokeWriteRoot': ({ project, sessionId, folder }, { core }) => changeRoots(core.get(project), sessionId, (roots) => roots.revoke(sessionId, folder)),
  'sessions.markSeen': ({ project, sessionId }, { core }) => {
    core.get(project).agents.markSeen(sessionId)
    return {}
  },
  'usage.session': ({ project, sessionId }, { core }) => core.get(project).agents.usageOf(sessionId),
  'usage.project': ({ project }, { core }) => core.get(project).agents.usage(),
}

/** Every window of the session sees it. */
function changeRoots({ project, agents, writeRoots }: ProjectRuntime, sessionId: number, change: (roots: WriteRoots) => void): Record<string, never> {
  project.assertWritable()
  const session = agents.get(sessionId)
  change(writeRoots)
  project.emit({ type: 'session.changed', session })
  return {}
}

/** The author starts what needs nothing to begin with and does not only report to another. */
const startable = ({ initial, tools }: Pick<Profile, 'initial' | 'tools'>): boolean => {
  const required = isSchema(initial) ? initial['required'] : []
  return !(Array.isArray(required) && required.length > 0) && !tools.includes('node_report')
}

/** Whether a changed text can become a proposal: only these two tools know dry runs (06 §4). */
const holdsProposing = (pipeline: ProjectRuntime['pipeline'], profile: Profile): boolean => pipeline.holds(profile, 'root', 'Write') || pipeline.holds(profile, 'root', 'Edit')
