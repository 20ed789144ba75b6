import { join } from 'node:path'
import { z } from 'zod'
import { fail } from '@shared/fault'
import { openConfigFile } from '../project/config-store'
import { canonicalDir } from '../project/real-path'
import type { Env } from '../project/types'
import type { Consented, ServerEntry } from './types'

const Definition = z.object({ raw: z.string(), description: z.string(), inputSchema: z.unknown(), annotations: z.unknown(), hash: z.string() })
const Row = z.object({
  project: z.string(), layer: z.enum(['global', 'project']), alias: z.string(), hash: z.string(), pins: z.array(Definition).nullable(), readOnly: z.array(z.string()), at: z.string(),
})
const File = z.object({ servers: z.array(Row).default([]) })

/** `~/.wenqu/mcp-consent.json`: what the author consented to, by project; a broken file is consent to nothing. */
export interface ConsentStore {
  rows(): readonly Consented[]
  find(entry: Pick<ServerEntry, 'alias' | 'layer'>): Consented | undefined
  error(): string | null
  /** Keeps the row for this project in place of the former one. TRUST_INVALID while the file cannot be read. */
  put(row: Omit<Consented, 'project'>): Promise<void>
  remove(entry: Pick<ServerEntry, 'alias' | 'layer'>): Promise<void>
}

export function openConsents(env: Pick<Env, 'home'>, projectDir: string): ConsentStore {
  const file = openConfigFile(join(env.home, 'mcp-consent.json'), File)
  const project = canonicalDir(projectDir)
  const isOwn = (row: z.infer<typeof Row>, { alias, layer }: Pick<ServerEntry, 'alias' | 'layer'>): boolean => row.project === project && row.layer === layer && row.alias === alias
  const rows = (): z.infer<typeof Row>[] => {
    const { value, error } = file.get()
    return error === null ? value.servers : none
  }
  const change = async (next: (servers: z.infer<typeof Row>[]) => z.infer<typeof Row>[]): Promise<void> => {
    const { error } = file.get()
    if (error !== null) fail('TRUST_INVALID', `What was consented to cannot be read: ${error}`)
    await file.update(({ servers }) => ({ servers: next(servers) }))
  }
  return {
    rows,
    find: (entry) => rows().find((row) => isOwn(row, entry)),
    error: () => file.get().error,
    put: (row) => change((servers) => [...servers.filter((one) => !isOwn(one, row)), Row.parse({ ...row, project })]),
    remove: (entry) => change((servers) => servers.filter((one) => !isOwn(one, entry))),
  }
}

const none: never[] = []
