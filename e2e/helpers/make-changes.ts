import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCli } from '../cli/run-cli'
import type { Lang } from './showcase'

export interface AgentCall { tool: string; input: object }
export interface AgentHow { profile?: string; writeMode?: 'apply' | 'dry_run'; approve?: 'ask' | 'yes' }

/** Calls of one agent session in a process of its own, as a terminal makes them; throws unless each is done. */
export async function asAgent(home: string, dir: string, calls: readonly AgentCall[], { profile = 'leader.default', writeMode = 'apply', approve = 'yes' }: AgentHow = {}): Promise<void> {
  const lines = calls.map(({ tool, input }, at) => JSON.stringify({ id: String(at), tool, input })).join('\n')
  const answer = await runCli(['batch', '--project', dir, '--profile', profile, '--write-mode', writeMode, '--approve', approve], { WENQU_HOME: home, WENQU_HUMAN: '1' }, `${lines}\n`)
  const results = answer.stdout.trim().split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as { status: string; content: string })
  const bad = results.find((result) => result.status !== 'ok')
  if (bad || results.length !== calls.length) throw new Error(`${bad?.content ?? 'no result'} ${answer.stderr}`)
}

const words = {
  'zh-CN': { note: 'lorebook/note/灯谱-改.md', before: '七盏灯，七个人。\n第一盏在城门，守灯的是个哑巴。\n第二盏在桥头。\n', old: '守灯的是个哑巴', now: '守灯的是个瞎子，耳朵却比谁都灵', proposed: '七盏灯，七个人。\n第一盏在城门，守灯的是个哑巴。\n第二盏在桥头，雪夜里从来不灭。\n', mine: '第二盏在桥头，去年修过。', scene: '雪停的时候，她才看见门上的字。', slice: '灯油告急', patch: '只够再点三夜' },
  en: { note: 'lorebook/note/lamps.md', before: 'Seven lamps, seven keepers.\nThe first stands at the gate; its keeper is mute.\nThe second is at the bridge.\n', old: 'its keeper is mute', now: 'its keeper is blind and hears everything', proposed: 'Seven lamps, seven keepers.\nThe first stands at the gate; its keeper is mute.\nThe second is at the bridge and never goes out in snow.\n', mine: 'The second is at the bridge, mended last year.', scene: 'Only when the snow stopped did she see the words on the door.', slice: 'The oil runs low', patch: 'Enough for three more nights' },
} as const

/** A file, a scene and a slice that an agent changed, a proposal, and the author's own later word on the same line. */
export async function fillInbox(home: string, dir: string, lang: Lang): Promise<void> {
  const w = words[lang]
  const other = w.note.replace('.md', '-2.md')
  await writeFile(join(dir, w.note), w.before)
  await writeFile(join(dir, other), w.before)
  await asAgent(home, dir, [
    { tool: 'edit', input: { path: w.note, edits: [{ oldText: w.old, newText: w.now }] } },
    { tool: 'save_story_scene', input: { action: 'update', sceneId: '1', summary: w.scene, pacingRole: 'setup' } },
    { tool: 'execute_world', input: { code: `const now = await world.slice.list({ order: 'desc', limit: 1 }); await world.slice.write({ time: String(BigInt(now[0].instant) + 86400n), title: ${JSON.stringify(w.slice)}, patches: [{ subjectId: 'tea-stall', path: '/state', op: 'replace', value: ${JSON.stringify(w.patch)} }, { subjectId: 'nell', path: '/location', op: 'replace', value: 'subject://tea-stall' }] })` } },
  ])
  await asAgent(home, dir, [{ tool: 'Read', input: { file_path: other } }, { tool: 'Write', input: { file_path: other, content: w.proposed } }], { profile: 'main', writeMode: 'dry_run' })
  const line = w.before.split('\n')[2] ?? ''
  await writeFile(join(dir, other), (await readFile(join(dir, other), 'utf8')).replace(line, w.mine))
}
