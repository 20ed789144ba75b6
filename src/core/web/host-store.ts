import { join } from 'node:path'
import { fail } from '@shared/fault'
import { z } from 'zod'
import { changeJson, readJson } from '../project/json-store'
import { canonicalDir } from '../project/real-path'
import type { Env } from '../project/types'
import { parseHostEntry } from './host-list'

/** One host the author lets agents fetch without asking. `ownNetwork`: its name may lead to a private address (07 §1.1). */
export interface ListedHost { readonly host: string; readonly ownNetwork: boolean }
const Stored = z.object({
  projects: z.record(z.string(), z.array(z.object({ host: z.string(), ownNetwork: z.boolean().default(false) }))).default({}),
  /** Apart from those above, so that nothing that reads only them takes one of these for allowed. */
  denied: z.record(z.string(), z.array(z.string())).default({}),
})
type Stored = z.infer<typeof Stored>

/** `denied`: never visited, whatever else is listed or approved (05 §2 step 3). */
export interface Hosts { hosts: ListedHost[]; denied: string[] }
/** The hosts of one project. Kept in `~/.wenqu/web-hosts.json` by canonical path, like trust: a downloaded project brings none. */
export interface HostStore {
  list(): Hosts & { error: string | null }
  /** HOST_LIST_INVALID: nothing is saved. An entry stands on one of the two lists. */
  add(entry: string, ownNetwork: boolean): Promise<Hosts>
  /** HOST_LIST_INVALID: nothing is saved. */
  deny(entry: string): Promise<Hosts>
  /** From whichever list it is on. */
  remove(host: string): Promise<Hosts>
}

export function createHostStore(env: Env, projectDir: string): HostStore {
  const file = join(env.home, 'web-hosts.json')
  const key = canonicalDir(projectDir)
  const own = ({ projects, denied }: Stored): Hosts => ({ hosts: projects[key] ?? [], denied: denied[key] ?? [] })
  const change = async (next: (now: Hosts) => Hosts): Promise<Hosts> => {
    let made: Hosts = { hosts: [], denied: [] }
    await changeJson(file, (found) => {
      const { all, error } = parse(file, found)
      if (error !== null) fail('HOST_LIST_INVALID', `The list of hosts cannot be read: ${error}`)
      made = next(own(all))
      return { projects: { ...all.projects, [key]: made.hosts }, denied: { ...all.denied, [key]: made.denied } }
    }, 0o600)
    return made
  }
  return {
    list: () => {
      const { all, error } = parse(file, readJson(file))
      return { ...own(all), error }
    },
    add: async (entry, ownNetwork) => {
      const { name, wildcard } = nameOf(entry)
      return change((now) => {
        const { hosts, denied } = without(now, name)
        return { hosts: [...hosts, { host: name, ownNetwork: ownNetwork && !wildcard }], denied }
      })
    },
    deny: async (entry) => {
      const { name } = nameOf(entry)
      return change((now) => {
        const { hosts, denied } = without(now, name)
        return { hosts, denied: [...denied, name] }
      })
    },
    remove: (host) => change((now) => without(now, host)),
  }
}

function parse(file: string, { value, error }: ReturnType<typeof readJson>): { all: Stored; error: string | null } {
  const none: Stored = { projects: {}, denied: {} }
  if (error !== null || value === undefined) return { all: none, error }
  const parsed = Stored.safeParse(value)
  return parsed.success ? { all: parsed.data, error: null } : { all: none, error: `${file}: not a list of hosts by project` }
}

const without = ({ hosts, denied }: Hosts, name: string): Hosts => ({ hosts: hosts.filter((one) => one.host !== name), denied: denied.filter((one) => one !== name) })

function nameOf(entry: string): { name: string; wildcard: boolean } {
  const { host, wildcard } = parseHostEntry(entry)
  return { name: wildcard ? `*.${host}` : host, wildcard }
}
