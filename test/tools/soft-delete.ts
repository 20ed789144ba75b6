import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Core, ProjectRuntime } from '../../src/core/app/types'
import { coreHandlers } from '../../src/core/router'
import { setTrust } from '../../src/core/project/trust'
import { shorthand, specStart, writeSpecSchema } from '../world/spec-world'
import { numbers } from './random-patch'

const FILES = 12
const PARAGRAPHS = 6
const pathOf = (n: number): string => `${['manuscript/v1', 'manuscript/v2', 'lore'][n % 3] ?? ''}/c${n}.md`
const canary = (file: number, paragraph: number): string => `金丝雀${file}-${paragraph}：${'雪落在檐下的灯上。'.repeat(6)}`
const textOf = (file: number): string => `${Array.from({ length: PARAGRAPHS }, (_, p) => canary(file, p)).join('\n\n')}\n`
const begin = (body: string): string => `*** Begin Patch\n${body}\n*** End Patch`

interface Row { id: number; title: string; summary: string; status: string }
export interface Steps { steps: number; ok: number; refused: Map<string, number> }

/** A novel full of canaries and an agent that does what it likes with them; then the author gets everything back. */
export class SoftDelete {
  readonly #project: string
  readonly #dir: string
  readonly #files = Array.from({ length: FILES }, (_, n) => pathOf(n))
  #rows: { threads: Row[]; scenes: Row[]; slices: { id: number; title: string }[] } = { threads: [], scenes: [], slices: [] }
  #calls = 0

  constructor(readonly core: Core, readonly runtime: ProjectRuntime) {
    this.#project = runtime.project.slug
    this.#dir = runtime.project.dir
  }

  get #context() { return { core: this.core, principal: 'human' as const } }
  #read(path: string): string | null { const at = join(this.#dir, path); return existsSync(at) && statSync(at).isFile() ? readFileSync(at, 'utf8') : null }
  /** Every text there is now, wherever the agent has moved it. */
  #texts(): string[] { return ['manuscript', 'lore', 'moved'].flatMap((top) => (existsSync(join(this.#dir, top)) ? readdirSync(join(this.#dir, top), { recursive: true, encoding: 'utf8' }).map((name) => `${top}/${name}`) : [])).filter((path) => path.endsWith('.md') && this.#read(path) !== null) }

  async fill(): Promise<void> {
    const { project, story, env } = { ...this.runtime, env: this.core.env }
    await setTrust(env, this.#dir, true)
    for (const [n, path] of this.#files.entries()) {
      mkdirSync(join(this.#dir, path, '..'), { recursive: true })
      await project.files.apply([{ path: await project.files.authorize(path, { use: 'create' }), text: textOf(n), base: null }], { actor: 'author', sessionId: null, callId: null })
    }
    writeSpecSchema(this.#dir)
    const session = this.#session('leader.default')
    for (const title of ['线一', '线二']) await this.#done(session, 'save_story_thread', { action: 'create', name: `line-${title === '线一' ? 1 : 2}`, title, summary: `线的概要${title}` })
    for (let n = 0; n < 6; n += 1) await this.#done(session, 'save_story_scene', { action: 'create', threadId: String(1 + (n % 2)), title: `场景${n}`, summary: `场景的概要${n}` })
    await this.#done(session, 'execute_world', { code: `${shorthand}${specStart}` })
    expect(story.trashList()).toEqual([])
    this.#rows = this.#rowsNow()
  }

  #rowsNow() {
    const db = this.runtime.project.projectDb
    return {
      threads: db.prepare('SELECT id, title, summary, status FROM StoryThread ORDER BY id').all() as Row[],
      scenes: db.prepare('SELECT id, title, summary, status FROM StoryScene ORDER BY id').all() as Row[],
      slices: db.prepare('SELECT id, title FROM WorldSlice WHERE hidden = 0 ORDER BY id').all() as { id: number; title: string }[],
    }
  }

  #session(profileKey: string): number {
    const { id } = this.runtime.agents.create({ profileKey })
    // A free hand: what is asked about would only wait here.
    this.runtime.agents.configure(id, { permissionMode: 'bypassPermissions', writeMode: 'apply' })
    return id
  }

  #invoke(sessionId: number, tool: string, args: object) {
    const { profileKey, role } = this.runtime.agents.get(sessionId)
    this.#calls += 1
    return this.runtime.pipeline.invoke({ kind: 'test', sessionId, runId: `run_${Math.floor(this.#calls / 7)}`, callId: this.core.env.id('call'), profileKey, role, signal: new AbortController().signal, approve: 'ask' }, tool, args)
  }

  async #done(sessionId: number, tool: string, args: object): Promise<void> {
    const result = await this.#invoke(sessionId, tool, args)
    expect(result.status, result.content).toBe('ok')
  }

  async harm(count: number, seed: number): Promise<Steps> {
    const random = numbers(seed)
    const [nbook, noeta] = [this.#session('leader.default'), this.#session('main')]
    const told: Steps = { steps: 0, ok: 0, refused: new Map() }
    for (let n = 0; n < count; n += 1) {
      const step = this.#step(random, n)
      const sessionId = /^[A-Z]/.test(step.tool) ? noeta : nbook
      if (step.first !== undefined) await this.#invoke(sessionId, step.tool === 'write' ? 'read' : 'Read', step.first)
      const result = await this.#invoke(sessionId, step.tool, step.args)
      expect(result.code, `${step.tool} ${JSON.stringify(step.args)}: ${result.content}`).not.toBe('INTERNAL')
      told.steps += 1
      if (result.status === 'ok') told.ok += 1
      else told.refused.set(`${step.tool} ${result.code}`, (told.refused.get(`${step.tool} ${result.code}`) ?? 0) + 1)
    }
    return told
  }

  #step(random: (below: number) => number, n: number): { tool: string; args: object; first?: object } {
    const texts = this.#texts()
    const path = texts[random(Math.max(1, texts.length))] ?? `lore/fresh${n}.md`
    const lines = (this.#read(path) ?? '').split('\n')
    const line = lines.filter((one) => one !== '')[random(Math.max(1, lines.filter((one) => one !== '').length))] ?? ''
    switch (random(16)) {
      case 0: return { tool: 'write', args: { path, content: `改写${n}\n` }, first: { path } }
      case 1: return { tool: 'Write', args: { file_path: path, content: `重写${n}\n` }, first: { file_path: path } }
      case 2: return { tool: 'edit', args: { path, edits: [{ oldText: line, newText: `改${n}` }] } }
      case 3: return { tool: 'Edit', args: { file_path: path, old_string: line, new_string: `动${n}` }, first: { file_path: path } }
      case 4: return { tool: 'apply_patch', args: { patch: begin(`*** Delete File: ${path}`) } }
      case 5: return { tool: 'apply_patch', args: { patch: begin(`*** Update File: ${path}\n*** Move to: moved/m${n % 5}.md`) } }
      case 6: return { tool: 'apply_patch', args: { patch: begin(`*** Update File: ${path}\n@@\n-${line}\n+换${n}`) } }
      case 7: return { tool: 'apply_patch', args: { patch: begin(`*** Add File: lore/add${n}.md\n+新${n}`) } }
      case 8: return { tool: 'bash', args: { command: [`rm -f '${path}'`, `: > '${path}'`, `sed -i 1d '${path}'`, `mkdir -p moved && mv '${path}' moved/b${n % 4}.md`, 'rm -rf manuscript/v1', `cat lore/*.md > '${path}'`][random(6)] ?? 'true' } }
      case 9: return { tool: 'Bash', args: { command: `rm -f '${path}'; echo x > lore/shell${n % 3}.md` } }
      case 10: case 11: return { tool: 'save_story_scene', args: random(2) === 0 ? { action: 'update', sceneId: String(1 + random(6)), title: `变${n}`, summary: `变${n}` } : { action: 'archive', sceneId: String(1 + random(6)) } }
      case 12: return { tool: 'save_story_thread', args: random(3) === 0 ? { action: 'archive', threadId: String(1 + random(2)) } : { action: 'update', threadId: String(1 + random(2)), summary: `线${n}` } }
      case 13: return { tool: 'execute_world', args: { code: `world.slice.delete(${JSON.stringify(String(1 + random(3)))})` } }
      case 14: return { tool: 'execute_world', args: { code: `world.slice.editPatches(${JSON.stringify(String(1 + random(3)))}, [], { title: "变${n}" })` } }
      default: return { tool: 'execute_world', args: { code: `${shorthand}w(${1_000 + n}, "/hp", "increment", -1)` } }
    }
  }

  /** By the window's own procedures only: every file byte for byte, every paragraph, every row. */
  async bringBack(): Promise<{ byTrash: number; byVersions: number; byInbox: number; untouched: number }> {
    const how = { byTrash: 0, byVersions: 0, byInbox: 0, untouched: 0 }
    for (const [n, path] of this.#files.entries()) {
      const wanted = textOf(n)
      if ([path, ...this.#texts()].some((one) => this.#read(one) === wanted)) { how.untouched += 1; continue }
      if (await this.#fromTrash(wanted)) how.byTrash += 1
      else if (await this.#fromVersions(path, wanted)) how.byVersions += 1
      else if (await this.#fromInbox(path, wanted)) how.byInbox += 1
      else expect.fail(`${path} cannot be brought back byte for byte; ${this.#trace(path)}`)
    }
    await this.#rowsBack()
    return how
  }

  /** Versions go along with a text that was moved: they are looked up under every name the inbox tells of. */
  async #fromVersions(path: string, wanted: string): Promise<boolean> {
    const project = this.#project
    const { groups } = await coreHandlers['inbox.list']({ project, view: 'all', limit: 2_000 }, this.#context)
    const names = new Set([path, ...groups.flatMap(({ items }) => items).filter((one) => one.area === 'file').flatMap(({ name, movedTo }) => (movedTo === null ? [name] : [name, movedTo]))])
    for (const name of names) {
      const { versions } = await coreHandlers['versions.list']({ project, path: name }, this.#context)
      for (const version of versions) if ((await coreHandlers['versions.text']({ project, id: version.id }, this.#context)).text === wanted) return true
    }
    return false
  }

  async #fromTrash(wanted: string): Promise<boolean> {
    const project = this.#project
    const { items } = await coreHandlers['trash.list']({ project }, this.#context)
    for (const item of items.filter((one) => one.from !== null && one.from.endsWith('.md'))) {
      const { text } = await coreHandlers['trash.preview']({ project, id: item.id }, this.#context)
      if (text === '' || !wanted.startsWith(text.slice(0, 20))) continue
      const { restoredTo } = await coreHandlers['trash.restore']({ project, id: item.id }, this.#context)
      if (this.#read(restoredTo) === wanted) return true
    }
    return false
  }

  /** Everything that was done to the file, taken back newest first. */
  async #fromInbox(path: string, wanted: string): Promise<boolean> {
    const project = this.#project
    const { groups } = await coreHandlers['inbox.list']({ project, view: 'all', limit: 2_000 }, this.#context)
    for (const item of groups.flatMap(({ items }) => items).filter((one) => one.area === 'file' && (one.name === path || one.movedTo === path))) {
      await coreHandlers['inbox.revert']({ project, id: item.id }, this.#context)
      if (this.#read(path) === wanted) return true
    }
    return false
  }

  /** What the journal says of a file, for a failure. */
  #trace(path: string): string {
    return JSON.stringify(this.runtime.project.sessionsDb.prepare('SELECT seq, actor, kind, path, movedTo, state FROM Journal WHERE path = ? OR movedTo = ? ORDER BY seq').all(path, path))
  }

  async #rowsBack(): Promise<void> {
    const project = this.#project
    for (let round = 0; round < 20; round += 1) {
      const { groups } = await coreHandlers['inbox.list']({ project, view: 'new', limit: 2_000 }, this.#context)
      const ids = groups.flatMap(({ items }) => items).filter((one) => one.area === 'story' || one.area === 'world').sort((a, b) => (a.at < b.at ? 1 : -1)).map(({ id }) => id)
      if (ids.length === 0) break
      await coreHandlers['inbox.revertAll']({ project, ids }, this.#context)
    }
    const { items } = await coreHandlers['trash.list']({ project }, this.#context)
    for (const item of items.filter((one) => ['slice', 'scene', 'thread'].includes(one.kind))) await coreHandlers['trash.restore']({ project, id: item.id }, this.#context)
    const now = this.#rowsNow()
    expect(now.threads).toEqual(this.#rows.threads)
    expect(now.scenes).toEqual(this.#rows.scenes)
    for (const slice of this.#rows.slices) expect(now.slices).toContainEqual(slice)
  }
}
