import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Role, ToolResult } from '@shared/tool-result'
import { createCore, type CoreOptions } from '../../src/core/app/create-core'
import type { Core, ProjectRuntime } from '../../src/core/app/types'
import { createProject } from '../../src/core/project/create-project'
import { setTrust } from '../../src/core/project/trust'
import type { Consent } from '../../src/core/scripts/shelf'
import type { Caller } from '../../src/core/tools/types'

export type Json = Readonly<Record<string, unknown>>
export interface Call { profileKey?: string; role?: Role; approve?: Caller['approve']; callId?: string; signal?: AbortSignal; overrides?: Caller['overrides'] }
export interface ScriptBench {
  readonly dir: string
  readonly home: string
  readonly core: Core
  readonly runtime: ProjectRuntime
  /** Writes a tool's folder; files whose name ends in .sh may be executed. */
  tool(json: Json, files?: Readonly<Record<string, string>>, layer?: 'global' | 'project', folder?: string): string
  approve(name: string, consent?: Partial<Consent>): Promise<void>
  call(tool: string, args?: unknown, more?: Call): Promise<ToolResult>
  close(): Promise<void>
}

const openSchema = { type: 'object', additionalProperties: false, required: [], properties: {} }

/** A tool.json with what every one needs. */
export const toolJson = (name: string, more: Json = {}): Json => ({ name, description: 'Does one thing for a test. Use it in tests.', inputSchema: openSchema, command: ['sh', '{tool_dir}/run.sh'], effects: ['read'], ...more })

/** A trusted project opened in a whole core, with a home of its own. */
export async function openScriptBench(options: Partial<CoreOptions> = {}): Promise<ScriptBench> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'wenqu-ext-')))
  const home = join(root, '.wenqu')
  const core = await createCore({ home, watch: false, ...options })
  const { dir } = await createProject(join(root, 'demo'), { title: '测试', locale: 'zh-CN' }, core.env)
  await setTrust(core.env, dir, true)
  const runtime = await core.open(dir)
  const sessions = new Map<string, number>()
  const session = (profileKey: string, role: Role): number => {
    const key = `${profileKey} ${role}`
    const id = sessions.get(key) ?? runtime.agents.create({ profileKey, role, kind: 'cli' }).id
    sessions.set(key, id)
    return id
  }
  return {
    dir, home, core, runtime,
    tool: (json, files = {}, layer = 'global', folder = String(json['name'])) => {
      const place = join(layer === 'global' ? home : join(dir, '.nbook'), 'tools', folder)
      for (const [path, text] of Object.entries({ 'tool.json': JSON.stringify(json), ...files })) {
        mkdirSync(dirname(join(place, path)), { recursive: true })
        writeFileSync(join(place, path), text)
        if (path.endsWith('.sh')) chmodSync(join(place, path), 0o755)
      }
      return place
    },
    approve: async (name, consent = {}) => void (await runtime.scripts.approve(name, { profiles: ['leader.default'], doNotAsk: false, shell: false, ...consent })),
    call: (tool, args = {}, { profileKey = 'leader.default', role = 'root', approve = 'yes', callId = core.env.id('call'), signal = new AbortController().signal, overrides } = {}) =>
      runtime.pipeline.invoke({ kind: 'test', sessionId: session(profileKey, role), runId: null, callId, profileKey, role, signal, approve, ...(overrides === undefined ? {} : { overrides }) }, tool, args),
    close: async () => {
      await core.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
