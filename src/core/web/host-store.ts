import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '@shared/fault'
import { z } from 'zod'
import { changeJson, readJson } from '../project/json-store'
import type { Env } from '../project/types'
import { parseHostEntry } from './host-list'

/** One host the author lets agents fetch without asking. `ownNetwork`: its name may lead to a private address (07 §1.1). */
export interface ListedHost { readonly host: string; readonly ownNetwork: boolean }
const Stored = z.object({ projects: z.record(z.string(), z.array(z.object({ host: z.string(), ownNetwork: z.boolean().default(false) }))) })

/** The hosts of one project. Kept in `~/.wenqu/web-hosts.json` by canonical path, like trust: a downloaded project brings none. */
export interface HostStore {
  list(): { hosts: ListedHost[]; error: string | null }
  /** HOST_LIST_INVALID: nothing is saved. */
  add(entry: string, ownNetwork: boolean): Promise<ListedHost[]>
  remove(host: string): Promise<ListedHost[]>
}

export function createHostStore(env: Env, projectDir: string): HostStore {
  const file = join(env.home, 'web-hosts.json')
  const key = canonical(projectDir)
  const parse = ({ value, error }: ReturnType<typeof readJson>): { all: z.infer<typeof Stored>; error: string | null } => {
    if (error !== null || value === undefined) return { all: { projects: {} }, error }
    const parsed = Stored.safeParse(value)
    return parsed.success ? { all: parsed.data, error: null } : { all: { projects: {} }, error: `${file}: not a list of hosts by project` }
  }
  const read = () => parse(readJson(file))
  const change = async (next: (own: readonly ListedHost[]) => ListedHost[]): Promise<ListedHost[]> => {
    let hosts: ListedHost[] = []
    await changeJson(file, (found) => {
      const { all, error } = parse(found)
      if (error !== null) fail('HOST_LIST_INVALID', `The list of hosts cannot be read: ${error}`)
      hosts = next(all.projects[key] ?? [])
      return { projects: { ...all.projects, [key]: hosts } }
    }, 0o600)
    return hosts
  }
  return {
    list: () => {
      const { all, error } = read()
      return { hosts: all.projects[key] ?? [], error }
    },
    add: async (entry, ownNetwork) => {
      const { host, wildcard } = parseHostEntry(entry)
      const name = wildcard ? `*.${host}` : host
      return change((own) => [...own.filter((one) => one.host !== name), { host: name, ownNetwork: ownNetwork && !wildcard }])
    },
    remove: (host) => change((own) => own.filter((one) => one.host !== host)),
  }
}

function canonical(dir: string): string {
  try {
    return realpathSync(dir)
  } catch {
    return dir
  }
}
