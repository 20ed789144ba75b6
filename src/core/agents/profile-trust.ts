import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { fail } from '@shared/fault'
import { openConfigFile } from '../project/config-store'
import type { Env } from '../project/types'

const Row = z.object({ project: z.string(), key: z.string(), hash: z.string(), /** What was enabled, to show a later change against. */ text: z.string(), at: z.string() })
const TrustFile = z.object({ enabled: z.array(Row).default([]) })
export type Enabled = z.infer<typeof Row>

/** `~/.wenqu/profile-trust.json`: the profiles of projects whose exact content the author enabled (04 §1); a broken file enables nothing. */
export interface ProfileTrust {
  /** Of one project; the same array while nothing changed. */
  of(projectDir: string): readonly Enabled[]
  error(): string | null
  /** The author's act, in place of an earlier content of the same key. TRUST_INVALID while the file cannot be read. */
  enable(projectDir: string, given: Omit<Enabled, 'project'>): Promise<void>
  disable(projectDir: string, key: string): Promise<boolean>
}

/** A moved or copied project is another one (05 §4). */
const canonical = (dir: string): string => { try { return realpathSync(dir) } catch { return dir } }

export function openProfileTrust(env: Pick<Env, 'home'>): ProfileTrust {
  const file = openConfigFile(join(env.home, 'profile-trust.json'), TrustFile)
  let last: { all: readonly Enabled[] | null; dir: string; rows: readonly Enabled[] } = { all: null, dir: '', rows: [] }
  const of = (projectDir: string): readonly Enabled[] => {
    const { value, error } = file.get()
    const all = error === null ? value.enabled : null
    if (last.all !== all || last.dir !== projectDir) { const dir = canonical(projectDir); last = { all, dir: projectDir, rows: (all ?? []).filter((row) => row.project === dir) } }
    return last.rows
  }
  const change = async (next: (enabled: Enabled[]) => Enabled[]): Promise<void> => {
    const { error } = file.get()
    if (error !== null) fail('TRUST_INVALID', `The list of enabled profiles cannot be read: ${error}`)
    await file.update(({ enabled }) => ({ enabled: next(enabled) }))
  }
  const isOne = (dir: string, key: string) => (row: Enabled): boolean => row.project === dir && row.key === key
  return {
    of,
    error: () => file.get().error,
    enable: (projectDir, given) => {
      const project = canonical(projectDir)
      return change((enabled) => [...enabled.filter((row) => !isOne(project, given.key)(row)), { project, ...given }])
    },
    disable: async (projectDir, key) => {
      const same = isOne(canonical(projectDir), key)
      const had = of(projectDir).some(same)
      if (had) await change((enabled) => enabled.filter((row) => !same(row)))
      return had
    },
  }
}
