import { describe, expect, it } from 'vitest'
import { lintTool, lintTools, noContext, reportOf } from './lint'
import type { Outcome } from './outcome-types'
import { lintOutcomes } from './rules-outcomes'
import type { LintContext, LintTarget, RuleId } from './types'

type Json = Record<string, unknown>
const text = { type: 'string', description: 'A word that is looked for.' }
const object = (properties: Json, more: Json = {}) => ({ type: 'object', additionalProperties: false, properties, required: Object.keys(properties), ...more })
const good: LintTarget = { name: 'gap', description: 'Lists missing chapter numbers. Use before publishing.', inputSchema: object({ word: text }), version: 1, result: 'content', modelChars: 30_000, tokens: { used: 100, most: 700 } }
const withSchema = (inputSchema: Json): LintTarget => ({ ...good, inputSchema })
const param = (schema: Json, more: Json = {}) => withSchema(object({ word: schema }, more))
const many = (n: number) => withSchema(object(Object.fromEntries(Array.from({ length: n }, (_, i) => [`word${i}`, text]))))
const optional = (schema: Json) => param(schema, { required: [] })
const script = (path: string, body: string, env: string[] = []): LintTarget => ({ ...good, script: { files: [{ path, text: body }], env } })
const context = (more: Partial<LintContext>): LintContext => ({ ...noContext, ...more })

type Row = readonly [rule: RuleId, level: 'error' | 'warn', bad: LintTarget, fine: LintTarget, around?: LintContext]
const rows: readonly Row[] = [
  ['P1-1', 'warn', many(8), many(7)],
  ['P1-1', 'error', many(21), many(7)],
  ['P1-2', 'error', param({ ...text, enum: ['on', 'off'] }), param({ ...text, enum: ['on', 'off', 'auto'] })],
  ['P1-2', 'error', param({ ...text, enum: ['Disabled', 'enabled'] }), param({ type: 'boolean', description: 'Whether all are listed.' })],
  ['P1-3', 'error', optional(text), optional({ ...text, default: 'x' })],
  ['P1-3', 'error', optional(text), { ...optional(text), description: `${good.description}\n\nOmitted: all.` }],
  ['P1-4', 'warn', withSchema(object({ project_root: text })), good],
  ['P1-5', 'warn', param({ ...text, enum: ['a'] }), param({ ...text, enum: ['a', 'b'] })],
  ['P3-6', 'error', { ...good, modelChars: 60_000 }, { ...good, modelChars: 60_000, inputSchema: object({ offset: { type: 'integer', description: 'Items to skip first.' } }) }],
  ['P4-1', 'error', good, { ...good, version: 2 }, context({ released: new Map([['gap', { name: 'gap', version: 1, description: good.description, inputSchema: object({ word: { ...text, type: ['string', 'integer'] } }) }]]) })],
  ['P4-2', 'error', good, withSchema(object({ word: text, old: text })), context({ uses: [{ tool: 'gap', key: 'old', file: 'a.yaml', line: 3 }] })],
  ['P4-2', 'error', good, { ...good, deprecatedParams: { old: { since: 1, until: 3, replacement: 'word', action: 'map' } } }, context({ uses: [{ tool: 'gap', key: 'old', file: 'gap/tests/cases.json', line: 3 }] })],
  ['P4-2', 'error', good, withSchema(object({ word: text }, { additionalProperties: text })), context({ uses: [{ tool: 'gap', key: 'old', file: 'a.yaml', line: 3 }] })],
  ['P4-5', 'warn', { ...good, deprecatedParams: { old: { since: 2, until: Number.NaN, replacement: 'word', action: 'map' } } }, { ...good, deprecatedParams: { old: { since: 2, until: 3, replacement: 'word', action: 'map' } } }],
  ['P5-1', 'error', param({ type: 'string', description: 'A word.' }), good],
  ['P5-1', 'error', withSchema(object({ chapter_name: { type: 'string', description: 'chapter name' } })), good],
  ['P5-2', 'error', param({ type: 'string', description: 'One of draft, active or written.' }), param({ type: 'string', enum: ['draft', 'active', 'written'], description: 'One of draft, active or written.' })],
  ['P5-3', 'error', withSchema({ type: 'object', properties: { word: text }, required: [] }), good],
  ['P5-3', 'error', withSchema({ type: 'object', properties: { word: text }, additionalProperties: false }), good],
  ['P5-3', 'error', withSchema(object({ word: text }, { required: ['wort'] })), good],
  ['P5-4', 'error', param({ type: 'integer', maximum: 50, description: 'How many, at most 100 of them.' }), param({ type: 'integer', maximum: 1_000, description: 'How many, at most 1,000 of them.' })],
  ['P5-5', 'warn', withSchema(object({ chapterId: text })), withSchema(object({ chapterId: { ...text, pattern: '^\\d+$' } }))],
  ['P5-5', 'warn', param({ type: 'array', items: { type: 'string' }, description: 'Words looked for.' }), param({ type: 'array', items: { type: 'string' }, maxItems: 5, description: 'Words looked for.' })],
  ['P5-6', 'error', { ...good, description: 'One. Two. Three.' }, { ...good, description: 'One. Two.' }],
  ['P5-6', 'error', { ...good, description: '一句。两句！三句？' }, { ...good, description: 'Version 3.1 of `a.b.c` is read.' }],
  ['P5-7', 'error', withSchema({ ...object({ word: text }), oneOf: [{}] }), good],
  ['P6-1', 'error', { ...good, description: 'Lists gaps; only if you are the leader.' }, good],
  ['P6-2', 'error', { ...good, variants: [{ when: { roles: ['child'] }, params: { other: { reason: 'x', hide: true } } }] }, { ...good, variants: [{ when: { roles: ['child'] }, params: { word: { reason: 'children know it', hide: true } } }] }],
  ['P6-3', 'error', { ...good, variants: [{ when: {}, params: { word: { reason: 'all', hide: true } } }] }, good],
  ['S-1', 'warn', script('run.py', 'import os\nos.system("rm " + x)\n'), script('run.py', '# os.system is not used\nprint(1)\n')],
  ['S-1', 'warn', script('run.sh', 'for f in $(ls); do echo "$f"; done\n'), script('run.sh', 'name="$(basename "$1")"\n')],
  ['S-2', 'warn', script('run.sh', '', ['MY_TOKEN']), script('run.sh', '', ['LANG_HINT'])],
  ['T-1', 'warn', { ...good, tokens: { used: 600, most: 700 } }, { ...good, tokens: { used: 560, most: 700 } }],
  ['T-1', 'error', { ...good, tokens: { used: 701, most: 700 } }, good],
]

describe('lint without a run (08 §9)', () => {
  for (const [rule, level, bad, fine, around = noContext] of rows) {
    it(`${rule} ${level}`, () => {
      expect(lintTool(bad, around).filter((one) => one.rule === rule).map((one) => one.level)).toContain(level)
      expect(lintTool(fine, around).filter((one) => one.rule === rule && one.level === level)).toEqual([])
    })
  }
  it('a good tool has nothing', () => { expect(reportOf(lintTool(good))).toBe('[OK] 0 errors, 0 warnings') })
  it('§12 row 32: three sentences and an on/off parameter', () => {
    const report = reportOf(lintTool({ ...param({ ...text, enum: ['on', 'off'] }), description: 'One. Two. Three.' }))
    expect(report).toContain('[FAIL] P5-6 error gap#: actual 3 sentences')
    expect(report).toContain('[FAIL] P1-2 error gap#/word: actual enum on/off; expected two opposites as a boolean; fix: make it type boolean')
    expect(report.split('\n').at(-1)).toBe('[FAIL] LINT: 2 errors, 0 warnings')
  })
  it('a waiver with a reason takes a warning away, never an error', () => {
    const waivers = [{ rule: 'P1-5', reason: 'more will come' }, { rule: 'P1-2', reason: 'no' }]
    expect(lintTool({ ...param({ ...text, enum: ['a'] }), waivers })).toEqual([])
    expect(lintTool({ ...param({ ...text, enum: ['on', 'off'] }), waivers }).map((one) => one.rule)).toEqual(['P1-2'])
  })
  const retired: LintTarget = { ...good, deprecatedParams: { old: { since: 1, until: 3, replacement: null, action: 'reject' } } }
  const found = (text: string, tool: LintTarget, more: Partial<LintContext> = {}) => lintTool(tool, context({ texts: [{ file: 'skills/a/SKILL.md', text }], ...more })).filter((one) => one.rule === 'P4-2').map((one) => `${one.pointer} ${one.actual}`)
  it.each<[string, string, string[]]>([
    ['a call in code', '# A\n\n`gap {"old": 1}`', ['/old used in skills/a/SKILL.md:3']], ['in parentheses', 'gap({ word: "a",\n  old: { x: 1 } })', ['/old used in skills/a/SKILL.md:2']],
    ['on the command line', "wenqu call gap '{\"word\":\"a}\",\"old\":1}'", ['/old used in skills/a/SKILL.md:1']], ['below its name', '```\ngap\n{"never": 1}\n```', ['/never used in skills/a/SKILL.md:3']],
    ['in words', 'Call `gap` for that chapter\nwith `old` as the folder.', ['/old used in skills/a/SKILL.md:2']], ['with its value', 'gap, `old: true`', ['/old used in skills/a/SKILL.md:1']],
    ['a key that is there', 'gap {"word": "a"}', []], ['another tool', 'read {"old": 1}, my_gap {"old": 1}, gap-2 {"old": 1}, wf.gap({ old: 1 })', []], ['another paragraph', 'Call gap.\n\nThe `old` way.', []],
    ['a gap to fill in', 'gap `{old}.md`', []], ['the word itself', 'gap finds old chapters', []],
  ])('P4-2 in skills and workflows: %s', (_what, text, places) => { expect(found(text, retired)).toEqual(places) })
  it('P4-2: a key of the approved definition that is gone counts too; one that is mapped does not', () => {
    const released = new Map([['gap', { name: 'gap', version: 1, description: good.description, inputSchema: object({ word: text, folder: text }) }]])
    expect(found('Call gap with `folder`.', good, { released })).toEqual(['/folder used in skills/a/SKILL.md:1'])
    expect(found('Call gap with `folder`.', good)).toEqual([])
    expect(found('gap {"folder": "a"}', { ...good, deprecatedParams: { folder: { since: 1, until: 3, replacement: 'word', action: 'map' } } }, { released })).toEqual([])
  })
  it('P4-3: a profile that names a tool which is gone', () => {
    expect(lintTools([], context({ retired: [{ name: 'old_gap', use: 'gap' }], profiles: [{ key: 'writer', tools: ['old_gap'] }] }))).toMatchObject([{ rule: 'P4-3', tool: 'old_gap', expected: 'gap', fix: 'name gap in the profile' }])
    expect(lintTools([], context({ retired: [{ name: 'old_gap', use: null }], profiles: [{ key: 'writer', tools: ['ext:old_gap', 'ext:*', 'gap'] }] }))).toMatchObject([{ rule: 'P4-3', tool: 'old_gap', fix: 'take it out of the profile' }])
  })
})

describe('lint with replayed calls', () => {
  const { name, description, inputSchema, version } = good
  const before = { name, description, inputSchema, version }
  const after: LintTarget = { ...good, version: 2, inputSchema: object({ word: text, all: { type: 'boolean', default: true, description: 'Whether all are listed.' } }, { required: ['word'] }) }
  const answered = (content: string) => new Map([['gap', [run({ call: 'c', content })]]])
  const found = (is: string, tool = after) => lintTool(tool, context({ released: new Map([['gap', before]]), golden: answered('Chapter 3 is missing.'), runs: answered(is) }))
  it('P4-4: a new default under which the same call answers otherwise, whatever the version', () => {
    expect(found('Chapters 3 and 4 are missing.')).toMatchObject([{ rule: 'P4-4', level: 'error', pointer: '/inputSchema/properties/all', actual: 'the same call answers "Chapters 3 and 4 are missing."', expected: '"Chapter 3 is missing."' }])
    expect(found('Chapter 3 is missing.')).toEqual([])
  })
  it('P4-1: the version says what a new default breaks, or an answer that is another one without any', () => {
    expect(found('Chapters 3 and 4 are missing.', { ...after, version: 1 }).map((one) => one.rule)).toEqual(['P4-4', 'P4-1'])
    expect(found('No chapter is missing.', good)).toMatchObject([{ rule: 'P4-1', actual: expect.stringContaining('rule: 1 replayed call that was answered is answered otherwise') }])
    expect(found('No chapter is missing.', { ...good, version: 2 })).toEqual([])
  })
})

const run = (more: Partial<Outcome>): Outcome => ({ tool: 'gap', role: 'root', args: { word: 'x' }, status: 'ok', code: null, content: 'Chapter 3 is missing.', ...more })
const fault = (content: string, more: Partial<Outcome> = {}): Outcome => run({ status: 'fail', code: 'X', content, ...more })
const action: LintTarget = { ...good, result: 'action' }
const choice = param({ ...text, enum: ['a', 'b'] })
type OutcomeRow = readonly [rule: RuleId, bad: Outcome, fine: Outcome, tool?: LintTarget]
const outcomes: readonly OutcomeRow[] = [
  ['P2-1', fault('[FAIL] X: Error!'), fault('[FAIL] X: chapter 9 is not there; use get_story_tree.')],
  ['P2-2', fault('[FAIL] ARGS_INVALID: something in gap is wrong.', { code: 'ARGS_INVALID' }), fault('[FAIL] ARGS_INVALID: 1 problem in gap.\n/word: actual 5; expected string.', { code: 'ARGS_INVALID' })],
  ['P2-3', fault('[FAIL] ARGS_INVALID: 1 problem in gap.\n/word: actual "c"; expected another.', { code: 'ARGS_INVALID' }), fault('[FAIL] ARGS_INVALID: 1 problem in gap.\n/word: actual "c"; expected one of a, b.', { code: 'ARGS_INVALID' }), choice],
  ['P2-4', fault('something went wrong here'), fault('[FAIL] NOT_FOUND: nothing there; use another.')],
  ['P2-5', fault('[FAIL] NOT_FOUND: nothing at all was there.'), fault('[FAIL] NOT_FOUND: nothing there; read the tree.')],
  ['P2-6', run({ content: 'saved to /home/anna/novel/a.md' }), run({ content: 'saved to novel/a.md' })],
  ['P2-6', run({ content: 'key sk-abcdefghijklmnop1234' }), run({ content: 'key kept' })],
  ['P3-1', run({}), run({ content: '[OK] done' }), action],
  ['P3-1', run({ content: '[OK] done' }), run({})],
  ['P3-2', run({ content: '[FAIL] X: a failure with status ok' }), run({})],
  ['P3-2', run({ content: '[OK] fine', exitCode: 1, status: 'ok' }), run({ content: '[OK] fine', exitCode: 0 }), action],
  ['P3-3', run({ cut: true, content: 'a\nb' }), run({ cut: true, content: 'a\n… 3 more lines (90 characters). Full text: result://c1, offset 2.' })],
  ['P3-4', fault('[FAIL] INTERNAL: broken; try again.\n    at run (/x/a.js:3:4)'), fault('[FAIL] INTERNAL: broken; try again.')],
  ['P3-5', run({ content: 'a\nb\n\nc\nd' }), run({ content: 'Missing:\na\nb\n\nTwice:\nc\nd' })],
  ['P6-4', run({ hiddenValue: true }), fault('[FAIL] ROLE_FORBIDDEN: gap takes less; leave this out.', { hiddenValue: true, code: 'ROLE_FORBIDDEN' })],
  ['P6-5', fault('[FAIL] ROLE_FORBIDDEN: leave this out.', { code: 'ROLE_FORBIDDEN', changed: true }), fault('[FAIL] ROLE_FORBIDDEN: leave this out.', { code: 'ROLE_FORBIDDEN', changed: false })],
]

describe('lint on runs (° of 08 §9)', () => {
  for (const [rule, bad, fine, tool = good] of outcomes) {
    it(rule, () => {
      expect(lintOutcomes(tool, [bad]).map((one) => one.rule)).toContain(rule)
      expect(lintOutcomes(tool, [fine]).filter((one) => one.rule === rule)).toEqual([])
    })
  }
  it('P1-6: of 50 calls 48 give one value', () => {
    const calls = Array.from({ length: 50 }, (_, i) => run({ args: { word: i < 48 ? 'x' : `y${i}` } }))
    expect(lintOutcomes(good, calls)).toMatchObject([{ rule: 'P1-6', pointer: '/word', level: 'warn' }])
    expect(lintOutcomes(good, calls.slice(0, 49))).toEqual([])
  })
})
