import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CoreEvent } from '@shared/events'
import { createEnv } from '../../src/core/project/env'
import { createProject } from '../../src/core/project/create-project'
import { openProject } from '../../src/core/project/open-project'
import type { By, Env, OpenedProject, SafePath } from '../../src/core/project/types'

export const author: By = { actor: 'author', sessionId: null, callId: null }
export const agent: By = { actor: 'agent', sessionId: 1, callId: 'call_1' }

/** A real path to an empty folder that goes away with the test. */
export function tempFolder(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'wenqu-')))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** An environment of its own and an opened project `demo` in a temp workspace; both end with the test. */
export async function makeProject({ title = '雪夜', locale = 'zh-CN' }: { title?: string; locale?: 'zh-CN' | 'en' } = {}): Promise<{ project: OpenedProject; env: Env; workspace: string; events: CoreEvent[]; reopen(): Promise<OpenedProject> }> {
  const workspace = tempFolder()
  const env = createEnv(join(workspace, 'home'))
  const events: CoreEvent[] = []
  const { dir } = await createProject(join(workspace, 'demo'), { title, locale }, env)
  const open = async (): Promise<OpenedProject> => {
    const project = await openProject(dir, env, { emit: (event) => events.push(event), readOnlyOk: false, watch: false })
    onTestFinished(() => project.close())
    return project
  }
  const project = await open()
  return { project, env, workspace, events, reopen: open }
}

/** Writes one text as somebody, new or over what is there. */
export async function put(project: OpenedProject, path: string, text: string, by: By = author): Promise<SafePath> {
  const place = await project.files.authorize(path, { use: 'create' })
  await project.files.apply([{ path: place, text, base: await project.files.hash(place) }], by)
  return project.files.authorize(path, { use: 'read' })
}
