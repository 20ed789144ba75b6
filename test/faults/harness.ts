import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'
import { createProject } from '../../src/core/project/create-project'
import { createEnv } from '../../src/core/project/env'
import { openProject } from '../../src/core/project/open-project'
import { verifyProject } from '../../src/core/project/verify'
import { newTexts, PATHS, type Op, type Order } from './changes'

/** The library that fails or kills at one call; null where there is no C compiler. */
export function compileFaults(into: string): string | null {
  const file = join(into, 'fault.so')
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-w', '-o', file, resolve('test/faults/fault.c'), '-ldl'], { stdio: 'ignore' })
    return file
  } catch {
    return null
  }
}

export interface Place { dir: string; home: string; root: string }

/** The state every order starts from, as a folder to copy. */
export async function makeTemplate(root: string): Promise<Place> {
  const place = { root, dir: join(root, 'demo'), home: join(root, 'home') }
  const env = createEnv(place.home)
  await createProject(place.dir, { title: '雪夜', locale: 'zh-CN' }, env)
  const project = await openProject(place.dir, env, { emit: () => undefined, readOnlyOk: false, watch: false })
  const old = newTexts(0)
  for (const [path, text] of [[PATHS.chapter, old.chapter], [PATHS.a, old.a], [PATHS.gone, old.gone], [PATHS.single, old.single]] as const) {
    await project.files.apply([{ path: await project.files.authorize(path, { use: 'create' }), text, base: null }], { actor: 'author', sessionId: null, callId: null })
  }
  await project.close()
  return place
}

export function copyOf(template: Place): Place {
  const root = mkdtempSync(join(tmpdir(), 'wenqu-fault-'))
  cpSync(template.root, root, { recursive: true })
  return { root, dir: join(root, 'demo'), home: join(root, 'home') }
}

export interface Saver { order(order: Order): Promise<{ how: string } | 'killed'>; close(): Promise<void>; log(): string[] }

/** The saver in a process of its own, ready for orders. */
export async function startSaver(place: Place, library: string, script: string): Promise<Saver> {
  const log = join(place.root, 'faults.log')
  const child = spawn(process.execPath, [script, place.dir, place.home], {
    stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, LD_PRELOAD: library, WQ_FAULT_ROOT: place.dir, WQ_FAULT_LOG: log, WENQU_RESOURCES: resolve('resources') },
  })
  const lines: string[] = []
  let wake: () => void = () => undefined
  let gone = false
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    wake()
  })
  const exit = new Promise<void>((done) => { child.once('exit', () => { gone = true; wake(); done() }) })
  child.stdin.on('error', () => undefined)
  const next = async (): Promise<string | null> => {
    while (lines.length === 0 && !gone) await new Promise<void>((done) => { wake = done })
    return lines.shift() ?? null
  }
  expect(await next()).toBe('ready')
  return {
    async order(order) {
      child.stdin.write(`${JSON.stringify(order)}\n`)
      const line = await next()
      return line === null ? 'killed' : (JSON.parse(line) as { how: string })
    },
    close: async () => { child.stdin.end(); await exit },
    log: () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter((line) => line !== '') : []),
  }
}

const read = (dir: string, path: string): string | null => (existsSync(join(dir, path)) ? readFileSync(join(dir, path), 'utf8') : null)

/** Whether the files of an op are all as before or all as after it; anything else fails. */
export function stateOf(dir: string, op: Op, old: number, now: number): 'old' | 'new' {
  const [before, after] = [newTexts(old), newTexts(now)]
  const found = op === 'chapter' ? [read(dir, PATHS.chapter)] : op === 'journal' ? [read(dir, PATHS.single)] : [read(dir, PATHS.a), read(dir, PATHS.gone), read(dir, PATHS.fresh)]
  const [olds, news] = op === 'chapter' ? [[before.chapter], [after.chapter]] : op === 'journal' ? [[before.single], [after.single]] : [[before.a, before.gone, null], [before.a.replace(`第${old}版`, `第${now}版`), null, `${after.fresh}\n`]]
  if (found.every((text, at) => text === olds[at])) return 'old'
  expect(found.map((text, at) => (text === news[at] ? 'new' : text === olds[at] ? 'old' : text === null ? 'gone' : `other (${text.length})`)), op).toEqual(news.map(() => 'new'))
  return 'new'
}

/** A fresh start after a death: whole, no half group, no temp file, both databases sound, every old text there. */
export async function reopenAndCheck(place: Place, op: Op): Promise<'old' | 'new'> {
  const project = await openProject(place.dir, createEnv(place.home), { emit: () => undefined, readOnlyOk: false, watch: false })
  try {
    const state = stateOf(place.dir, op, 0, 1)
    expect((await verifyProject(project, [])).filter((finding) => finding.severity === 'error' && finding.code !== 'PROSE_ORPHAN')).toEqual([])
    expect(project.sessionsDb.prepare("SELECT count(*) FROM Journal WHERE state = 'intent'").pluck().get()).toBe(0)
    for (const hash of project.sessionsDb.prepare("SELECT before FROM Journal WHERE state = 'done' AND before IS NOT NULL").pluck().all() as string[]) expect(await project.blobs.get(hash)).not.toBe(null)
    expect(readdirSync(place.dir, { recursive: true, encoding: 'utf8' }).filter((name) => /\.wq-/.test(name))).toEqual([])
    const trash = project.trash.list().map((item) => item.from)
    // A copy stands in the trash exactly when its text is gone, and nothing half made beside it.
    expect(trash).toEqual(op === 'patch' && state === 'new' ? [PATHS.gone] : [])
    expect(readdirSync(join(place.dir, '.nbook', 'trash'))).toHaveLength(trash.length)
    return state
  } finally {
    await project.close()
  }
}

export const removeCopy = (place: Place): void => rmSync(place.root, { recursive: true, force: true })
