import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { isFault } from '@shared/fault'
import { makeProject } from '../../../test/project/make-project'
import { checkLeaves } from './outside-place'

it('what leaves a novel goes neither into a novel nor into the app\'s own folder; the folder of the novels is neither', async () => {
  const { project, env, workspace } = await makeProject()
  const file = (path: string, text = '') => { const place = join(workspace, path); mkdirSync(dirname(place), { recursive: true }); writeFileSync(place, text) }
  file('bare/.nbook/project.sqlite')
  file('copied/manuscript/one/index.md')
  copyFileSync(join(project.dir, 'project.yaml'), join(workspace, 'copied/project.yaml'))
  file('foreign/project.yaml', 'name: a build\n')
  file('home/novels/own/.nbook/lock')
  const answer = (place: string): string => {
    try { checkLeaves(place, place, env); return 'ok' } catch (error) { return isFault(error) ? `${error.fault.code} ${error.fault.fix ?? ''}` : String(error) }
  }
  const all: [string, string][] = [
    ['a.txt', 'ok'], ['demo', `EXPORT_FOLDER Choose a place outside it, such as ${workspace}.`], ['demo/manuscript/a.txt', 'EXPORT_FOLDER'], ['bare/project.yaml', 'EXPORT_FOLDER'], ['copied/manuscript/one/index.md', 'EXPORT_FOLDER'], ['copied/project.yaml', 'EXPORT_FOLDER'],
    ['foreign/project.yaml', 'ok'], ['demo/.nbook/a', 'PATH_PROTECTED'], ['foreign/.git/a', 'PATH_PROTECTED'],
    ['home', 'PATH_PROTECTED Choose a place outside it.'], ['home/config.json', 'PATH_PROTECTED'], ['home/skills/a/SKILL.md', 'PATH_PROTECTED'], ['home/novels/a.txt', 'ok'], ['home/novels', 'ok'], ['home/novels/own/a.txt', `EXPORT_FOLDER Choose a place outside it, such as ${join(workspace, 'home/novels')}.`],
  ]
  for (const [path, expected] of all) expect(answer(join(workspace, path)), path).toContain(expected)
  expect(answer(join(homedir(), '.wenqu', 'trust.json'))).toContain('PATH_PROTECTED')
})
