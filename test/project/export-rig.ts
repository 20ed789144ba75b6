import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createExports } from '../../src/core/app/exports'
import { openFocusStore } from '../../src/core/app/focus-store'
import { createManuscript } from '../../src/core/manuscript/manuscript'
import { createStoryService } from '../../src/core/story/story-service'
import { ExportChoice } from '../../src/shared/procedures/export'
import { author, makeProject } from './make-project'

type Choice = Partial<ExportChoice> & Pick<ExportChoice, 'format'>

/** A novel to export, with its acts and chapters as the author makes them; ends with the test. */
export async function exportRig(about: { title?: string; locale?: 'zh-CN' | 'en' } = {}) {
  const { project, workspace, events } = await makeProject(about)
  const manuscript = createManuscript(project)
  const story = createStoryService({ db: project.projectDb, env: project.env, emit: project.emit, manifestTitle: () => project.manifest().title, prose: () => manuscript.prose(), focus: openFocusStore(project.sessionsDb) })
  let n = 0
  const save = (kind: 'act' | 'chapter', title: string, fields: Record<string, unknown>) => {
    n += 1
    const name = `${kind}-${n}`
    return { name, id: story.save({ kind, action: 'create', id: null, fields: { name, title, ...fields } }, { by: author, exactlyOnce: null }).id }
  }
  const act = (title: string) => save('act', title, {}).id
  /** `text` null: a chapter nobody has begun. */
  const chapter = async (title: string, text: string | null, actId: string | null = null) => {
    const { id, name } = save('chapter', title, actId === null ? {} : { actId })
    return { id, name, path: text === null ? null : await manuscript.addChapter({ name, title, volume: null, text }) }
  }
  const exports = createExports({ project, story })
  onTestFinished(() => exports.close())
  /** Exports beside the novel and waits for the end; `bytes` is the file. */
  const run = async (choice: Choice, { name = `out.${choice.format}`, overwrite = false }: { name?: string; overwrite?: boolean } = {}) => {
    const report = await exports.ended(await exports.run(ExportChoice.parse(choice), join(workspace, name), overwrite))
    return { ...report, bytes: report.state === 'done' ? await readFile(report.path) : Buffer.alloc(0) }
  }
  return { workspace, project, story, manuscript, events, exports, act, chapter, run }
}
