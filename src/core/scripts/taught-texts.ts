import { readFileSync } from 'node:fs'
import { resourcesDir } from '../project/resources'
import { createSkillShelf } from '../skills/skill-shelf'
import type { TaughtText } from '../tools/lint/types'
import { workflowLayers } from '../workflows/workflow-files'

const place = { product: 'resources', global: '~/.wenqu', project: '.nbook' } as const

/** The texts that tell agents how to work, and so which tools to call how: skills and workflows, those of an untrusted project too (P4-2). */
export function taughtTexts(home: string, projectDir: string | null): TaughtText[] {
  // Nothing is run: a project that is named is looked into, trusted or not.
  const folders = { resources: resourcesDir(), home, projectDir: projectDir ?? home, trusted: () => projectDir !== null }
  const skills = createSkillShelf({ ...folders, off: () => [] }).all().filter(({ text }) => text !== null)
  const workflows = workflowLayers(folders).files()
  return [
    ...skills.map(({ id, layer, file }) => ({ file: `${place[layer]}/skills/${id}/SKILL.md`, text: readFileSync(file, 'utf8') })),
    ...workflows.map(({ key, source, text }) => ({ file: `${place[source]}/workflows/${key}/workflow.ts`, text: text() ?? '' })),
  ]
}
