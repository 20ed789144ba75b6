import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '@shared/fault'
import { z } from 'zod'
import { readJson, writeJson } from '../project/json-store'
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
  const read = (): { all: z.infer<typeof Stored>; error: string | null } => {
    const { value, error } = readJson(file)
    if (error !== null || value === undefined) return { all: { projects: {} }, error }
    const parsed = Stored.safeParse(value)
    return parsed.success ? { all: parsed.data, error: null } : { all: { projects: {} }, error: `${file}: not a list of hosts by project` }
  }
  const write = async (hosts: ListedHost[]): Promise<ListedHost[]> => {
    const { all, error } = read()
    if (error !== null) fail('HOST_LIST_INVALID', `The list of hosts cannot be read: ${error}`)
    await writeJson(file, { projects: { ...all.projects, [key]: hosts } }, 0o600)
    return hosts
  }
  const own = (): ListedHost[] => read().all.projects[key] ?? []
  return {
    list: () => ({ hosts: own(), error: read().error }),
    add: async (entry, ownNetwork) => {
      const { host, wildcard } = parseHostEntry(entry)
      const name = wildcard ? `*.${host}` : host
      return write([...own().filter((one) => one.host !== name), { host: name, ownNetwork: ownNetwork && !wildcard }])
    },
    remove: async (host) => write(own().filter((one) => one.host !== host)),
  }
}

function canonical(dir: string): string {
  try {
    return realpathSync(dir)
  } catch {
    return dir
  }
}
