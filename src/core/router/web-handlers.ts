import { fail } from '@shared/fault'
import type { Handlers, Output } from '@shared/procedures'
import type { HostRow, webProcedures } from '@shared/procedures/web'
import type { Core, ProjectRuntime, RequestContext } from '../app/types'
import { createHostStore, type HostStore } from '../web/host-store'
import { hostOf, readableHost } from '../web/judge-url'
import { createNovelData } from '../web/novel-data'
import { checked } from './checked'

const hostsOf = (core: Core, { project }: ProjectRuntime): HostStore => createHostStore(core.env, project.dir)

function hostRow(host: string, verdict: HostRow['verdict'], source: HostRow['source'], ownNetwork = false): HostRow {
  const star = host.startsWith('*.') ? '*.' : ''
  const found = readableHost(host.slice(star.length))
  return { host, verdict, source, ownNetwork, readable: found === null ? null : star + found.readable, mixed: found?.mixed ?? false }
}

function hostRows(core: Core, runtime: ProjectRuntime): Output<'hosts.list'> {
  const { hosts, denied, error } = hostsOf(core, runtime).list()
  const rows = [...hosts.map((one) => hostRow(one.host, 'allow', 'author', one.ownNetwork)), ...denied.map((host) => hostRow(host, 'deny', 'author'))]
  return { hosts: [...rows.sort((a, b) => (a.host < b.host ? -1 : 1)), hostRow(hostOf(new URL(core.settings.get().config.novelData.baseURL)), 'allow', 'novelData')], error }
}

const asksForHost: ReadonlySet<string> = new Set(['HOST_UNLISTED', 'HOST_PRIVATE'])

/** The host a card asks for because it is not listed (07 §1.2); null where it asks for other reasons. APPROVAL_UNKNOWN. */
export function offeredHost({ approvals }: ProjectRuntime, id: string): string | null {
  const { reasons, effects } = approvals.get(id)
  const visit = effects.find((effect) => effect.kind === 'web')
  if (visit === undefined || !reasons.some(({ code }) => asksForHost.has(code))) return null
  return hostOf(new URL(visit.resolved ?? visit.preview))
}

/** Lists the host of a card that was approved. */
export async function listOffered(core: Core, runtime: ProjectRuntime, host: string): Promise<void> {
  await hostsOf(core, runtime).add(host, false)
  runtime.project.emit({ type: 'settings.changed' })
}

/** Lists of hosts, search engines, rankings: the world outside as the author sets it (07 §1.2, §2), and what search by meaning keeps (07 §5). */
export const webHandlers: Handlers<keyof typeof webProcedures, RequestContext> = {
  'hosts.list': ({ project }, { core }) => hostRows(core, core.get(project)),
  'hosts.add': async ({ project, host, verdict, ownNetwork }, { core }) => {
    const runtime = core.get(project)
    const store = hostsOf(core, runtime)
    await (verdict === 'allow' ? store.add(host, ownNetwork) : store.deny(host))
    runtime.project.emit({ type: 'settings.changed' })
    return hostRows(core, runtime)
  },
  'hosts.remove': async ({ project, host }, { core }) => {
    const runtime = core.get(project)
    await hostsOf(core, runtime).remove(host)
    runtime.project.emit({ type: 'settings.changed' })
    return hostRows(core, runtime)
  },
  'hosts.offer': ({ project, id }, { core }) => {
    const host = offeredHost(core.get(project), id)
    return { host: host === null ? null : hostRow(host, 'allow', 'author') }
  },
  'settings.setSearch': async ({ providers }, { core }) => {
    if (new Set(providers.map((one) => one.kind)).size !== providers.length) fail('SETTING_INVALID', 'A search engine is named twice.', { pointer: '/providers' })
    await core.settings.update((config) => ({ ...config, search: { ...config.search, providers } }))
    return {}
  },
  'search.check': ({ kind }, { core }) => checked((signal) => core.searcher.search({ query: '长安', count: 1, allowed: [], blocked: [], recencyDays: null }, signal, kind)),
  'settings.setNovelData': async ({ baseURL }, { core }) => {
    await core.settings.update((config) => ({ ...config, novelData: { ...config.novelData, baseURL } }))
    return {}
  },
  'novelData.check': (_input, { core }) => checked((signal) => createNovelData({ env: core.env, baseURL: () => core.settings.get().config.novelData.baseURL }).rankings('qidian', 'yuepiao', signal)),
  'subjects.index': ({ project }, { core }) => core.get(project).subjects.index(),
  'subjects.clearIndex': ({ project }, { core }) => {
    const { project: opened, subjects } = core.get(project)
    opened.assertWritable()
    return { texts: subjects.clearIndex() }
  },
}
