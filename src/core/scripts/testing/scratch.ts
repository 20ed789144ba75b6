import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Role, ToolResult } from '@shared/tool-result'
import { createCore } from '../../app/create-core'
import type { Core, ProjectRuntime } from '../../app/types'
import { createProject } from '../../project/create-project'
import { setTrust } from '../../project/trust'
import { markedProcesses } from '../../shell/process-tree'
import type { Caller } from '../../tools/types'

export interface Invocation { readonly tool: string; readonly args: unknown; readonly role?: Role; readonly approve?: Caller['approve']; readonly profileKey?: string; readonly signal?: AbortSignal }
/** What a call did: its result, how far it got, and whether a process of it is still there. */
export interface Observed { readonly result: ToolResult; readonly stage: string; readonly leftOver: boolean }
export interface ScratchProject { readonly dir: string; invoke(call: Invocation): Promise<Observed>; close(): Promise<void> }

/** A home and projects of their own, away from the author's: whatever a tool does there is thrown away (08 §8). */
export interface Scratch {
  /** Copies a tool's folder; gives its place. */
  copy(dir: string, name: string): string
  /** Writes a tool of ours. */
  write(name: string, files: Readonly<Record<string, string>>): string
  approve(name: string): Promise<void>
  project(): Promise<ScratchProject>
  /** Whether every script that ran here was in namespaces of its own. */
  isolated(): boolean
  close(): Promise<void>
}

export async function openScratch(): Promise<Scratch> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'wenqu-tool-test-')))
  const home = join(root, '.wenqu')
  mkdirSync(join(home, 'tools'), { recursive: true })
  const core = await createCore({ home, watch: false, network: false })
  let count = 0
  const runners: ProjectRuntime['scriptRunner'][] = []
  const open = async (): Promise<ProjectRuntime> => {
    const { dir } = await createProject(join(root, `case-${(count += 1)}`), { title: 'Test', locale: 'en' }, core.env)
    await setTrust(core.env, dir, true)
    const runtime = await core.open(dir)
    runners.push(runtime.scriptRunner)
    return runtime
  }
  let first: ProjectRuntime | null = null
  return {
    copy: (dir, name) => {
      cpSync(dir, join(home, 'tools', name), { recursive: true })
      return join(home, 'tools', name)
    },
    write: (name, files) => {
      const place = join(home, 'tools', name)
      for (const [path, text] of Object.entries(files)) writeInside(place, path, text)
      return place
    },
    approve: async (name) => void (await (first ??= await open()).scripts.approve(name, { profiles: ['leader.default'], doNotAsk: false, shell: true })),
    project: async () => scratchProject(core, await open()),
    isolated: () => runners.every((one) => one.isolates()),
    close: async () => {
      await core.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

export function writeInside(dir: string, path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), text)
}

function scratchProject(core: Core, runtime: ProjectRuntime): ScratchProject {
  const { project, agents, pipeline } = runtime
  const stages = project.sessionsDb.prepare<[string], { stages: string }>('SELECT stages FROM Call WHERE callId = ?')
  return {
    dir: project.dir,
    async invoke({ tool, args, role = 'root', approve = 'yes', profileKey = 'leader.default', signal = new AbortController().signal }) {
      const callId = core.env.id('call')
      const { id: sessionId } = agents.create({ profileKey, kind: 'cli', role })
      const result = await pipeline.invoke({ kind: 'test', sessionId, runId: null, callId, profileKey, role, signal, approve }, tool, args)
      const row = stages.get(callId)
      const reached = row === undefined ? [] : Object.keys(JSON.parse(row.stages) as object).filter((name) => name !== 'full')
      return { result, stage: result.status === 'needs_approval' ? 'decide' : (reached.at(-1) ?? 'parse'), leftOver: markedProcesses(callId).length > 0 }
    },
    close: () => core.closeProject(project.slug),
  }
}
