import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { ToolResult } from '@shared/tool-result'
import { tempFolder } from '../../../test/project/make-project'
import { createCore } from '../app/create-core'
import { createProject } from '../project/create-project'
import { setTrust } from '../project/trust'
import { answerCard, type CardAnswer } from './answer-card'
import { trustHandlers } from './trust-handlers'

/** A command of Bash that waits for the author, in a trusted novel. */
async function asked(command: string) {
  const workspace = tempFolder()
  const core = await createCore({ home: join(workspace, 'home'), demoSpeed: 0, watch: false })
  onTestFinished(() => core.close())
  const { dir } = await createProject(join(workspace, 'novel'), { title: '雪', locale: 'zh-CN' }, core.env)
  await setTrust(core.env, dir, true)
  const runtime = await core.open(dir)
  const { id } = runtime.agents.create({ profileKey: 'main' })
  const result = await runtime.pipeline.invoke({ kind: 'test', sessionId: id, runId: null, callId: 'c1', profileKey: 'main', role: 'root', signal: new AbortController().signal, approve: 'ask' }, 'Bash', { command })
  const card = runtime.approvals.get(result.approval?.id ?? '')
  const wentOn: string[] = []
  const given: CardAnswer = { id: card.id, verdict: 'approve', effectsHash: card.effectsHash, note: null, remember: true, by: 'author' }
  const answer = (more: Partial<CardAnswer> = {}) => answerCard({ core, principal: 'human' }, runtime, { ...given, ...more }, async (done: ToolResult) => { wentOn.push(`${done.status} ${rules()}`) })
  const file = join(dir, '.nbook', 'shell-allowlist.json')
  const rules = (): string => { try { return readFileSync(file, 'utf8').replace(/\s/g, '') } catch { return 'none' } }
  const offer = () => trustHandlers['rules.offer']({ project: runtime.project.slug, id: card.id }, { core, principal: 'human' })
  return { core, dir, file, rules, answer, wentOn, offer, status: () => runtime.approvals.get(card.id).status }
}
const rule = '[{"program":"uname","subcommand":"-a"}]'

it('a remembered rule is there before the run that waited goes on', async () => {
  const { answer, wentOn } = await asked('uname -a')
  expect(await answer()).toMatchObject({ status: 'executed' })
  expect(wentOn).toEqual([`ok ${rule}`])
})

it('the run goes on also when the rule cannot be stored, and the author is told', async () => {
  const { answer, wentOn, file } = await asked('uname -a')
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, '[')
  await expect(answer()).rejects.toThrow('SETTING_FILE_BROKEN')
  expect(wentOn).toEqual(['ok ['])
})

it.each([['denied', { verdict: 'deny' as const }, ['denied none']], ['answered for other effects', { effectsHash: 'x' }, []]])('nothing is remembered of a card that is %s', async (_how, more, wanted) => {
  const { answer, wentOn, rules } = await asked('uname -a')
  await answer(more).catch(() => undefined)
  expect([wentOn, rules()]).toEqual([wanted, 'none'])
})

it('nothing is remembered in a folder whose trust went while the command ran', async () => {
  const { core, dir, answer, wentOn, rules } = await asked('sleep 0.5')
  const answering = answer()
  await setTrust(core.env, dir, false)
  await expect(answering).rejects.toThrow('REMEMBER_REFUSED')
  expect([wentOn, rules()]).toEqual([['ok none'], 'none'])
})

it('what can delete is offered no rule, and a forged "always" is refused before anything runs', async () => {
  const { dir, answer, wentOn, rules, offer, status } = await asked('rm -rf manuscript')
  mkdirSync(join(dir, 'manuscript'), { recursive: true })
  writeFileSync(join(dir, 'manuscript', 'a.md'), '雪')
  expect(await offer()).toMatchObject({ rule: null, why: expect.stringContaining('may delete') })
  await expect(answer()).rejects.toThrow('REMEMBER_REFUSED')
  expect([readFileSync(join(dir, 'manuscript', 'a.md'), 'utf8'), status(), wentOn, rules()]).toEqual(['雪', 'pending', [], 'none'])
  expect(await answer({ remember: false })).toMatchObject({ status: 'executed' })
  expect([wentOn, rules()]).toEqual([['ok none'], 'none'])
})

it('what may be remembered is offered with its exact rule', async () => {
  const { offer } = await asked('uname -a')
  expect(await offer()).toEqual({ rule: { program: 'uname', subcommand: '-a' }, why: null })
})
