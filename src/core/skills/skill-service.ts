import type Database from 'better-sqlite3'
import { fail } from '@shared/fault'
import { findProgram } from '../shell/programs'
import type { SkillText } from './skill-file'
import { checkScriptArgs, findScript, type SkillScript } from './skill-script'
import type { Skill, SkillShelf } from './skill-shelf'

export type UsableSkill = Skill & { text: SkillText }
/** A script that is going to run, with exactly what starts it. */
export interface ScriptPlan { readonly skill: string; readonly script: SkillScript; readonly program: string; readonly args: readonly string[] }

/** Skills as tools reach them. A skill is active in a session by its content: a changed SKILL.md needs activation again (07 §7). */
export interface SkillService {
  /** SKILL_UNKNOWN lists the names. */
  open(id: string, include: readonly string[] | null): UsableSkill
  /** The text a session gets. */
  instructions(skill: UsableSkill): string
  activate(sessionId: number, skill: UsableSkill): void
  /** Why a tool is outside the skills that are active here; null: it is not. */
  outside(sessionId: number, tool: string): string | null
  /** SKILL_ARGS, SKILL_INACTIVE, SKILL_SCRIPT, PROGRAM_NOT_FOUND. */
  planScript(sessionId: number, given: { skill: string; relpath: string; args: readonly string[] }): ScriptPlan
}

/** `skill` itself can always be called; the engine's own tools too. */
const free: ReadonlySet<string> = new Set(['skill', 'RecallHistory', 'run_skill_script'])

export function createSkillService(shelf: SkillShelf, db: Database.Database): SkillService {
  const sessions = new Map<number, Map<string, string>>()
  const stored = db.prepare<[number], { skill: string | null; hash: string | null }>(
    "SELECT json_extract(result, '$.details.skill') AS skill, json_extract(result, '$.details.hash') AS hash FROM Call WHERE sessionId = ? AND tool = 'skill' AND state = 'finished' AND code IS NULL ORDER BY seq")
  const activeIn = (sessionId: number): Map<string, string> => {
    const known = sessions.get(sessionId)
    if (known !== undefined) return known
    const found = new Map(stored.all(sessionId).flatMap(({ skill, hash }) => (skill === null || hash === null ? [] : [[skill, hash] as const])))
    sessions.set(sessionId, found)
    return found
  }
  const active = (sessionId: number): UsableSkill[] => [...activeIn(sessionId)].flatMap(([id, hash]) => {
    const skill = shelf.find(id)
    return skill?.hash === hash ? [skill] : []
  })
  return {
    open: (id, include) => shelf.menu(include).find((skill) => skill.id === id) ?? unknown(id, shelf.menu(include).map((skill) => skill.id)),
    instructions: ({ dir, text }) => `Base directory for this skill: ${dir}\n\n${text.body.split('\n').filter((line) => !line.includes('$ARGUMENTS')).join('\n').trim()}`,
    activate: (sessionId, skill) => { activeIn(sessionId).set(skill.id, skill.hash ?? '') },
    outside: (sessionId, tool) => {
      if (free.has(tool) || activeIn(sessionId).size === 0) return null
      const strict = active(sessionId).find(({ text }) => text.allowedTools !== null && !text.allowedTools.includes(tool))
      return strict === undefined ? null : `The skill "${strict.id}" works with ${strict.text.allowedTools?.join(', ') ?? ''} only.`
    },
    planScript: (sessionId, { skill: id, relpath, args }) => {
      checkScriptArgs(args)
      const skill = active(sessionId).find((one) => one.id === id) ?? fail('SKILL_INACTIVE', `the skill "${id.slice(0, 64)}" is not active in this session, or was changed since.`, { fix: 'Call skill first, alone in a reply.' })
      const script = findScript(skill.dir, relpath)
      const program = script.interpreter === 'node' ? process.execPath : findProgram(script.interpreter, process.env['PATH'])
      return { skill: id, script, program: program ?? fail('PROGRAM_NOT_FOUND', `there is no ${script.interpreter} on this machine outside the projects.`), args }
    },
  }
}

const unknown = (id: string, names: readonly string[]): never =>
  fail('SKILL_UNKNOWN', `there is no skill "${id.slice(0, 64)}".`, { actual: id.slice(0, 64), expected: names.join(', ') || '(no skill is there)' })
