import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { toolWords } from '@shared/i18n/tool-words'
import { lintTool } from './lint'
import type { Outcome } from './outcome-types'
import { lintOutcomes } from './rules-outcomes'
import type { Finding, LintTarget } from './types'

/** Every word that a rule of 08 §9 names, beside the one example of each in `lint.test.ts`, and the level of each rule. */
type Json = Record<string, unknown>
const text = { type: 'string', description: 'A word that is looked for.' }
const object = (properties: Json, more: Json = {}) => ({ type: 'object', additionalProperties: false, properties, required: Object.keys(properties), ...more })
const good: LintTarget = { name: 'gap', description: 'Lists missing chapter numbers. Use before publishing.', inputSchema: object({ word: text }), version: 1, result: 'content', modelChars: 30_000, tokens: { used: 100, most: 700 } }
const withSchema = (inputSchema: Json): LintTarget => ({ ...good, inputSchema })
const param = (schema: Json, more: Json = {}) => withSchema(object({ word: schema }, more))
const script = (path: string, body: string, env: string[] = []): LintTarget => ({ ...good, script: { files: [{ path, text: body }], env } })
const levels = (findings: readonly Finding[], rule: string): string[] => findings.filter((one) => one.rule === rule).map((one) => one.level)
const caseOf = (rule: string, level: string, what: string, bad: LintTarget, fine: LintTarget = good) => [rule, level, what, bad, fine] as const

describe('08 §9, word by word', () => {
  it.each([
    ...[['yes', 'no'], ['true', 'false'], ['enabled', 'disabled'], ['off', 'on']].map((values) => caseOf('P1-2', 'error', values.join('/'), param({ ...text, enum: values }), param({ ...text, enum: [...values, 'ask'] }))),
    caseOf('P1-3', 'error', 'When omitted in its text', param(text, { required: [] }), param({ ...text, description: 'A word that is looked for. When omitted: every word.' }, { required: [] })),
    ...['session', 'project_root', 'cwd', 'user', 'now', 'locale'].map((key) => caseOf('P1-4', 'warn', key, withSchema(object({ [key]: text })))),
    caseOf('P1-5', 'warn', 'const', param({ ...text, const: 'a' })),
    caseOf('P3-6', 'error', '50,001 characters', { ...good, modelChars: 50_001 }, { ...good, modelChars: 50_000 }),
    caseOf('P5-1', 'error', 'deep inside', withSchema(object({ list: { type: 'array', maxItems: 3, description: 'Words looked for.', items: object({ inner: { type: 'string' } }) } }))),
    caseOf('P5-3', 'error', 'a deeper level is open', withSchema(object({ list: { type: 'object', description: 'Words looked for.', properties: { inner: text }, required: ['inner'] } }))),
    ...['chapterId', 'dueDate', 'filePath'].map((key) => caseOf('P5-5', 'warn', key, withSchema(object({ [key]: text })), withSchema(object({ [key]: { ...text, pattern: '^[^/]+$' } })))),
    caseOf('P5-5', 'warn', 'no items', param({ type: 'array', maxItems: 3, description: 'Words looked for.' })),
    caseOf('P5-6', 'error', '301 characters', { ...good, description: `${'a'.repeat(300)}.` }, { ...good, description: `${'a'.repeat(299)}.` }),
    caseOf('P5-7', 'error', 'no object', withSchema({ type: 'array', items: text })),
    ...['oneOf', 'anyOf', 'allOf'].map((key) => caseOf('P5-7', 'error', key, withSchema({ ...object({ word: text }), [key]: [{}] }))),
    caseOf('P6-1', 'error', 'role= in the text', param({ ...text, description: 'Only for role=child, a word.' })),
    caseOf('P6-2', 'error', 'no reason', { ...good, variants: [{ when: { roles: ['child'] }, params: { word: { reason: '', hide: true } } }] }),
    ...['child', 'helper', 'system'].map((role) => caseOf('P6-6', 'error', `for ${role}`, { ...good, name: 'switch_mode', roles: ['root', role] }, { ...good, name: 'switch_mode', roles: ['root'] })),
    caseOf('S-1', 'warn', 'eval', script('run.sh', 'eval "$1"\n')), caseOf('S-1', 'warn', 'shell=True', script('run.py', 'import subprocess\nsubprocess.run(x, shell=True)\n')),
    ...['API_KEY', 'GH_TOKEN', 'MY_SECRET', 'DB_PASSWORD'].map((name) => caseOf('S-2', 'warn', name, script('run.sh', '', [name]))),
    caseOf('T-1', 'warn', 'from 80 %', { ...good, tokens: { used: 561, most: 700 } }, { ...good, tokens: { used: 559, most: 700 } }), caseOf('T-1', 'error', 'exceeded', { ...good, tokens: { used: 701, most: 700 } }, { ...good, tokens: { used: 700, most: 700 } }),
  ])('%s %s: %s', (rule, level, _what, bad, fine) => {
    expect(levels(lintTool(bad), rule)).toContain(level)
    expect(levels(lintTool(fine), rule).filter((one) => one === level)).toEqual([])
  })
})

const run = (more: Partial<Outcome>): Outcome => ({ tool: 'gap', role: 'root', args: { word: 'x' }, status: 'ok', code: null, content: 'Chapter 3 is missing.', ...more })
const fault = (content: string, more: Partial<Outcome> = {}): Outcome => run({ status: 'fail', code: 'X', content, ...more })

describe('08 §9, levels of the rules judged on runs', () => {
  it.each<[string, string, string, Outcome[]]>([
    ...['error', 'failed', 'invalid'].map((word): [string, string, string, Outcome[]] => ['P2-1', 'error', word, [fault(`[FAIL] X: ${word}`)]]),
    ['P2-2', 'error', 'no pointer', [fault('[FAIL] ARGS_INVALID: something is wrong in gap.', { code: 'ARGS_INVALID' })]], ['P2-4', 'error', 'no code', [fault('something went wrong here')]], ['P2-5', 'warn', 'no next step', [fault('[FAIL] NOT_FOUND: nothing at all was there.')]],
    ['P2-6', 'error', 'a home path', [run({ content: 'saved to /home/anna/novel/a.md' })]], ['P3-1', 'error', 'a marker too many', [run({ content: '[OK] done' })]], ['P3-2', 'error', 'marker and status', [run({ content: '[FAIL] X: a failure with status ok' })]],
    ['P3-3', 'error', 'no count', [run({ cut: true, content: 'a\nb' })]], ['P3-4', 'error', 'a stack', [fault('[FAIL] INTERNAL: broken; try again.\n    at run (/x/a.js:3:4)')]], ['P3-5', 'warn', 'two sections', [run({ content: 'a\nb\n\nc\nd' })]],
    ['P1-6', 'warn', 'one value', Array.from({ length: 50 }, () => run({}))], ['P6-4', 'error', 'not refused', [run({ hiddenValue: true })]],
    ['P6-5', 'error', 'after a side effect', [fault('[FAIL] ROLE_FORBIDDEN: leave this out.', { code: 'ROLE_FORBIDDEN', changed: true })]],
  ])('%s %s: %s', (rule, level, _what, outcomes) => { expect(levels(lintOutcomes(good, outcomes), rule)).toContain(level) })
  it('P2-6 does not repeat the secret', () => {
    const [found] = lintOutcomes(good, [run({ content: 'key sk-abcdefghijklmnop1234' })]).filter((one) => one.rule === 'P2-6')
    expect(JSON.stringify(found)).not.toContain('abcdefghijklmnop')
  })
})

it('every rule of the table has a test, and its words for the author', () => {
  const rules = [...Array.from({ length: 6 }, (_, n) => [`P1-${n + 1}`, `P2-${n + 1}`, `P3-${n + 1}`, `P6-${n + 1}`]).flat(), ...[1, 2, 3, 4, 5].map((n) => `P4-${n}`), ...[1, 2, 3, 4, 5, 6, 7].map((n) => `P5-${n}`), 'S-1', 'S-2', 'T-1']
  const tests = ['lint.test.ts', 'rule-words.test.ts'].map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\n')
  expect(rules).toHaveLength(39)
  expect(rules.filter((rule) => !tests.includes(`'${rule}', '`) && !tests.includes(`['${rule}', `) && !tests.includes(`'${rule}: `))).toEqual([])
  expect(rules.filter((rule) => !Object.hasOwn(toolWords, `tools.rule.${rule}`))).toEqual([])
})
