// A project with its file tools that does one change when told to, with the fault it is told of, and says how that ended. The project has been made before.
import { openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { isFault } from '@shared/fault'
import { createEnv } from '../../src/core/project/env'
import { openProject } from '../../src/core/project/open-project'
import { readForSave, readOpenText, writeProse } from '../../src/core/router/texts'
import { eraseTool } from '../../src/core/tools/define-tool'
import { createFileService } from '../../src/core/tools/file-service'
import { applyPatch } from '../../src/core/tools/packs/nbook/apply-patch'
import { read } from '../../src/core/tools/packs/nbook/read'
import { write } from '../../src/core/tools/packs/nbook/write'
import { createPipeline } from '../../src/core/tools/pipeline'
import type { Profile } from '../../src/core/agents/types'
import { newTexts, patchText, PATHS, type Op, type Order } from './changes'

const [dir = '', home = ''] = process.argv.slice(2)
const project = await openProject(dir, createEnv(home), { emit: () => undefined, readOnlyOk: false, watch: false })
const profile: Profile = {
  key: 'leader.default', name: { zh: '', en: '' }, description: { zh: '', en: '' }, pack: 'nbook', creationMode: 'public', tools: ['*'], gates: { ask: [], deny: [], writeGlobs: [] },
  initial: null, payload: null, output: null, model: null, maxSteps: 200, body: '', hash: 'h', layer: 'product', mcp: [], skills: null,
}
const profiles = { get: () => profile, list: () => [profile] }
const pipeline = createPipeline({ project, profiles, packs: [{ name: 'nbook', tools: [eraseTool(applyPatch), eraseTool(read), eraseTool(write)] }], services: { files: createFileService(project, profiles) }, config: () => ({ config: {}, error: null }) })
project.sessionsDb.prepare("INSERT INTO Session (id, profileKey, profileHash, rootId, kind, role, title, createdAt, updatedAt) VALUES (1, 'leader.default', 'h', 1, 'chat', 'root', '', '', '')").run()

const arm = (how: string): void => { try { openSync(`/wq-fault/${how}`, 'r') } catch { /* It always fails: the fault takes it as its order. */ } }

async function call(tool: string, args: object): Promise<string> {
  const result = await pipeline.invoke({ kind: 'test', sessionId: 1, runId: null, callId: project.env.id('call'), profileKey: profile.key, role: 'root', signal: new AbortController().signal, approve: 'ask' }, tool, args)
  return result.status === 'ok' ? 'ok' : String(result.code)
}

/** As the window saves a chapter, and as an agent patches and writes. */
async function change(op: Op, n: number): Promise<string> {
  if (op === 'patch') return call('apply_patch', { patch: patchText(n) })
  if (op === 'journal') return call('write', { path: PATHS.single, content: newTexts(n).single })
  const open = await readOpenText(project, PATHS.chapter)
  await writeProse(project, await readForSave(project, PATHS.chapter, open.file.hash), newTexts(n).chapter)
  return 'ok'
}

process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  const { op, n, fault } = JSON.parse(line) as Order
  // What must have been read before the change is: every order starts from the same state.
  if (op === 'journal') await call('read', { path: PATHS.single })
  arm(fault)
  const how = await change(op, n).catch((error: unknown) => (isFault(error) ? error.fault.code : `INTERNAL ${String(error)}`))
  arm('off/0')
  process.stdout.write(`${JSON.stringify({ how })}\n`)
}
await project.close()
