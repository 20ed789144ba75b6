import { create } from 'zustand'
import type { SkillRow } from '@shared/procedures/tools'
import { call } from '../bridge/call'
import { onEvent, onResync } from '../bridge/event-stream'
import { onOtherNovel, shownNovel } from './app'
import { coalesced } from './coalesced'

/** So many folders are looked into: a novel has far fewer. */
const mostFolders = 200

interface Mentions { /** Paths of the novel's own files; null: not read yet. */ files: readonly string[] | null; skills: readonly SkillRow[] | null; loadFiles(): Promise<void>; loadSkills(): Promise<void> }

async function pathsBelow(project: string): Promise<string[]> {
  const found: string[] = []
  const folders = ['']
  for (let at = 0; at < folders.length && at < mostFolders; at += 1) {
    const { rows } = await call('files.list', { project, dir: folders[at] ?? '' })
    for (const row of rows) (row.kind === 'folder' ? folders : found).push(row.path)
  }
  return found
}

/** What can be named in a message: files by `@`, skills by `$`; read when first asked for, dropped when it changed. */
export const useMentions = create<Mentions>((set) => ({
  files: null, skills: null,
  loadFiles: coalesced(async () => {
    const project = shownNovel()
    if (project === undefined) return
    const files = await pathsBelow(project).catch(() => [])
    if (shownNovel() === project) set({ files })
  }),
  loadSkills: coalesced(async () => {
    const project = shownNovel()
    if (project === undefined) return
    const skills = await call('skills.list', { project }).then((found) => found.skills, () => [])
    if (shownNovel() === project) set({ skills: skills.filter(({ state }) => state === 'on' || state === 'named') })
  }),
}))

const drop = () => useMentions.setState({ files: null, skills: null })
onEvent('file.changed', ({ kind }) => { if (kind !== 'modify') useMentions.setState({ files: null }) })
onEvent('settings.changed', drop)
onEvent('trust.changed', drop)
onResync(drop)
onOtherNovel(drop)
