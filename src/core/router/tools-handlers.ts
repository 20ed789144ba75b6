import { join } from 'node:path'
import { fail } from '@shared/fault'
import type { Handlers } from '@shared/procedures'
import type { SkillRow, ToolLayer, toolsProcedures } from '@shared/procedures/tools'
import { testRunsOf } from '../app/test-runs-of'
import type { ProjectRuntime, RequestContext } from '../app/types'
import { saveToolFile } from '../scripts/author-files'
import { checkDraft } from '../scripts/draft-check'
import { lookAtForeign, takeForeign, usualForeignDir } from '../scripts/import/foreign-folder'
import { releaseOf } from '../scripts/release'
import { writeScaffold } from '../scripts/scaffold'
import { lastTest } from '../scripts/testing/last-test'
import type { ScriptState } from '../scripts/types'
import { gapsOf } from '../tools/gaps'
import type { Skill } from '../skills/skill-shelf'
import { noContext } from '../tools/lint/lint'
import type { LintContext } from '../tools/lint/types'
import { languageOf } from './language-of'
import { builtIns, listTools, scriptState, showScript, showTool } from './tool-views'

const changed = ({ project }: ProjectRuntime): Record<string, never> => {
  project.emit({ type: 'tools.changed' })
  return {}
}

/** Where tools of a layer live; the project's only where it may be written. */
function layerDir({ project }: ProjectRuntime, layer: ToolLayer): string {
  if (layer === 'global') return join(project.env.home, 'tools')
  project.assertWritable()
  return join(project.dir, '.nbook', 'tools')
}

const lintContext = ({ profiles, project }: ProjectRuntime, state: ScriptState): LintContext => ({ ...noContext, ...releaseOf(project.env, [state], project.dir), profiles: profiles.list() })

/** What matters most of how a skill stands: what keeps it from being used comes first. */
function skillState({ text, error, off, withheld }: Skill & { off: boolean; withheld?: boolean }): SkillRow['state'] {
  if (withheld === true) return 'untrusted'
  if (error !== null || text === null) return 'error'
  return off ? 'off' : text.hidden ? 'named' : 'on'
}

/** Every name that is taken, built-in or script. */
const takenNames = ({ scripts }: ProjectRuntime): Set<string> => new Set([...builtIns().list().map((row) => row.tool.name), ...scripts.states().map((one) => one.name)])

/** The window's Tools panel (09 §11). Reads are open; every write is the author's own act. */
export const toolsHandlers: Handlers<keyof typeof toolsProcedures, RequestContext> = {
  'tools.list': async ({ project, profile, role, lang: window }, context) => {
    const runtime = context.core.get(project)
    const lang = languageOf(context, runtime, window)
    const profiles = runtime.profiles.list().map(({ key, name }) => ({ key, name: name[lang] }))
    return { ...(await listTools(runtime, profile, role)), profiles }
  },
  'tools.show': ({ project, name, profile, role }, { core }) => showTool(core.get(project), name, profile, role),
  'tools.script': ({ project, name, layer }, { core }) => {
    const runtime = core.get(project)
    return showScript(runtime, scriptState(runtime, name, layer))
  },
  'tools.check': async ({ project, name, layer, texts }, { core }) => {
    const runtime = core.get(project)
    const state = scriptState(runtime, name, layer)
    const { error, findings, tokens, definition, roles } = await checkDraft(state, texts, lintContext(runtime, state))
    return { error, tokens, definition, roles: [...roles], findings: findings.map(({ rule, level, pointer, actual, expected, fix }) => ({ rule, level, pointer, actual, expected, fix })) }
  },
  'tools.create': async ({ project, name, layer, language, description }, { core }) => {
    const runtime = core.get(project)
    const today = runtime.project.env.now().toISOString().slice(0, 10)
    const { dir } = await writeScaffold({ tools: layerDir(runtime, layer), name, language, today, description }, runtime.scripts)
    changed(runtime)
    return { dir }
  },
  'tools.saveFile': async ({ project, name, layer, path, text, baseHash }, { core }) => {
    const runtime = core.get(project)
    layerDir(runtime, layer)
    const hash = await saveToolFile(scriptState(runtime, name, layer), path, text, baseHash)
    changed(runtime)
    return { hash }
  },
  'tools.test': ({ project, name, layer }, { core }) => {
    const runtime = core.get(project)
    const state = scriptState(runtime, name, layer)
    testRunsOf(runtime).begin(state, lintContext(runtime, state))
    return {}
  },
  'tools.stopTest': ({ project, name, layer }, { core }) => {
    testRunsOf(core.get(project)).stop({ name, layer })
    return {}
  },
  'tools.approve': async ({ project, name, layer, hash, profiles, doNotAsk, shell, anyway }, { core }) => {
    const runtime = core.get(project)
    const state = scriptState(runtime, name, layer)
    for (const key of profiles) runtime.profiles.get(key)
    // 08 §8: approval is offered when lint and cases are green; anything else is the author's second click.
    if (!anyway && lastTest(runtime.project.env.home, { ...state, hash })?.green !== true) fail('TESTS_NOT_GREEN', `${name} has no green test of this content.`, { fix: 'Run its tests, or approve it anyway.' })
    await runtime.scripts.approve(name, { profiles, doNotAsk, shell }, { layer, hash })
    return changed(runtime)
  },
  'tools.revoke': async ({ project, name, layer }, { core }) => {
    const runtime = core.get(project)
    await runtime.scripts.revoke(name, layer)
    return changed(runtime)
  },
  'skills.list': ({ project }, { core }) => {
    const { skills, project: opened } = core.get(project)
    const { locale } = opened.manifest()
    const all = [...skills.all(), ...skills.withheld().map((skill) => ({ ...skill, off: false, withheld: true }))]
    const fitting = all.filter(({ text }) => text === null || text.locale === null || text.locale === locale)
    return { skills: fitting.map((skill) => ({ id: skill.id, layer: skill.layer, error: skill.error, state: skillState(skill), name: skill.text?.title ?? skill.id, description: skill.text?.description ?? '' })) }
  },
  'skills.setOff': async ({ id, off }, { core }) => {
    await core.settings.update((config) => {
      const rest = config.skills.off.filter((one) => one !== id)
      return { ...config, skills: { ...config.skills, off: off ? [...rest, id] : rest } }
    })
    return {}
  },
  'tools.gaps': ({ project }, { core }) => {
    const runtime = core.get(project)
    return { gaps: gapsOf(runtime.project.sessionsDb, takenNames(runtime)) }
  },
  'tools.importLook': ({ project, dir }, { core }) => {
    const place = dir ?? usualForeignDir()
    return { dir: place, tools: lookAtForeign(place, takenNames(core.get(project))).map((one) => ({ ...one, notes: [...one.notes], files: [...one.files] })) }
  },
  'tools.importTake': async ({ project, dir, from, layer }, { core }) => {
    const runtime = core.get(project)
    const done = await takeForeign(dir, from, layerDir(runtime, layer), takenNames(runtime))
    changed(runtime)
    return { taken: [...done.taken], refused: [...done.refused] }
  },
}
