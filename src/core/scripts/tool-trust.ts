import { join } from 'node:path'
import { z } from 'zod'
import { fail } from '@shared/fault'
import { openConfigFile, type ConfigFile } from '../project/config-store'
import type { Env } from '../project/types'
import type { Approved, Layer } from './types'

const Row = z.object({
  name: z.string(), layer: z.enum(['global', 'project']), project: z.string().nullable(), hash: z.string(), files: z.record(z.string(), z.string()), profiles: z.array(z.string()),
  doNotAsk: z.boolean(), shell: z.boolean(), definition: z.record(z.string(), z.unknown()), at: z.string(), withdrawn: z.string().optional(),
})
const TrustFile = z.object({ approved: z.array(Row).default([]) })

/** Which tool: a project's tool counts in that very folder only. */
export interface ToolPlace { readonly name: string; readonly layer: Layer; readonly project: string | null }

/** `~/.wenqu/tool-trust.json`: what the author approved, looked at again at every call; a broken file approves nothing. */
export interface ToolTrust {
  find(place: ToolPlace): Approved | undefined
  list(): readonly Approved[]
  error(): string | null
  /** The author's act. TRUST_INVALID while the file cannot be read. */
  approve(row: Approved): Promise<void>
  revoke(place: ToolPlace): Promise<boolean>
  /** It did what it had not declared: the same content needs approval again. */
  withdraw(place: ToolPlace, why: string): Promise<void>
}

export function openToolTrust(env: Pick<Env, 'home'>): ToolTrust {
  const file: ConfigFile<z.infer<typeof TrustFile>> = openConfigFile(join(env.home, 'tool-trust.json'), TrustFile)
  const rows = (): readonly Approved[] => {
    const { value, error } = file.get()
    return error === null ? value.approved : []
  }
  const change = async (next: (approved: Approved[]) => Approved[]): Promise<void> => {
    const { error } = file.get()
    if (error !== null) fail('TRUST_INVALID', `The list of approved tools cannot be read: ${error}`)
    await file.update(({ approved }) => ({ approved: next(approved).map((row) => Row.parse(row)) }))
  }
  return {
    list: rows,
    find: (place) => rows().find((row) => isSame(row, place)),
    error: () => file.get().error,
    approve: (row) => change((approved) => [...approved.filter((one) => !isSame(one, row)), row]),
    revoke: async (place) => {
      const had = rows().some((row) => isSame(row, place))
      if (had) await change((approved) => approved.filter((one) => !isSame(one, place)))
      return had
    },
    withdraw: (place, why) => change((approved) => approved.map((one) => (isSame(one, place) ? { ...one, withdrawn: why } : one))),
  }
}

export const isSame = (a: ToolPlace, b: ToolPlace): boolean => a.name === b.name && a.layer === b.layer && a.project === b.project
