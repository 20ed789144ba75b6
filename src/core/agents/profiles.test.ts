import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { isFault } from '@shared/fault'
import { sha256 } from './profile-file'
import { loadProfiles } from './profiles'

const resourcesDir = join(process.cwd(), 'resources')
const writer = readFileSync(join(resourcesDir, 'profiles/writer.md'), 'utf8')
let home = ''
let projectDir = ''

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'wq-profiles-'))
  projectDir = join(home, 'novel')
  mkdirSync(join(home, 'profiles'))
  mkdirSync(join(projectDir, '.nbook/profiles'), { recursive: true })
})
const load = (trusted = true, enabledHashes: string[] = []) => loadProfiles({ resourcesDir, home, projectDir, trusted, enabledHashes })
const code = (run: () => unknown): string => {
  try { run(); return 'ok' } catch (error) { return isFault(error) ? error.fault.code : String(error) }
}

describe('profiles (04 §1)', () => {
  it('names the keys when one is unknown', () => {
    expect(() => load().get('wirter')).toThrow(/PROFILE_UNKNOWN/)
    try { load().get('wirter') } catch (error) { expect(isFault(error) && error.fault.expected).toBe(`one of ${load().list().map((one) => one.key).sort().join(', ')}`) }
  })
  it('14.10: broken YAML blocks its key', () => {
    writeFileSync(join(home, 'profiles/writer.md'), '---\nkey: [writer\n---\nx')
    expect(code(() => load().get('writer'))).toBe('PROFILE_BROKEN')
    expect(code(() => load().get('leader.default'))).toBe('ok')
  })
  it.each([
    ['unknown field', writer.replace('pack: nbook', 'pack: nbook\ncolour: red'), 'PROFILE_BROKEN'],
    ['key unlike the file', writer.replace('key: writer', 'key: scribe'), 'PROFILE_BROKEN'],
    ['same key twice', writer.replace('pack: nbook', 'pack: nbook\npack: nbook'), 'PROFILE_BROKEN'],
    ['14.9 another output', writer.replace('required: [summary]', 'required: []'), 'PROFILE_CONTRACT'],
    ['another pack', writer.replace('pack: nbook', 'pack: both'), 'PROFILE_CONTRACT'],
    ['14.3 a star and a name', writer.replace(/^tools:[\s\S]*?(?=^[a-z]+:)/m, 'tools: ["*", read]\n'), 'PROFILE_TOOLS_MIXED'],
    ['a star and script tools', writer.replace(/^tools:[\s\S]*?(?=^[a-z]+:)/m, 'tools: ["*", "ext:*"]\n'), 'ok'],
    ['compaction', writer.replace('pack: nbook', 'pack: nbook\ncompaction: {reserve: 30000, keep: 5000}'), 'ok'],
    ['an unknown field of compaction', writer.replace('pack: nbook', 'pack: nbook\ncompaction: {at: 30000}'), 'PROFILE_BROKEN'],
    ['too little kept', writer.replace('pack: nbook', 'pack: nbook\ncompaction: {keep: 10}'), 'PROFILE_BROKEN'],
    ['an unknown field of summarizer', writer.replace('pack: nbook', 'pack: nbook\nsummarizer: {modle: x/m}'), 'PROFILE_BROKEN'],
    ['another prompt', writer.replace('You write the prose', 'You write all prose'), 'ok'],
  ])('%s: %s', (_, text, expected) => {
    writeFileSync(join(home, 'profiles/writer.md'), text)
    expect(code(() => load().get('writer'))).toBe(expected)
  })
  it.each([
    ['no front matter', 'x', { problem: 'front' }],
    ['a bracket left open', '---\nkey: [writer\n---\nx', { problem: 'yaml', line: 2 }],
    ['same key twice', writer.replace('pack: nbook', 'pack: nbook\npack: nbook'), { problem: 'twice', line: 6 }],
    ['unknown field', writer.replace('pack: nbook', 'pack: nbook\ncolour: red'), { problem: 'noSuchField', field: 'colour' }],
    ['wrong value', writer.replace('pack: nbook', 'pack: nbook\ncompaction: {keep: 10}'), { problem: 'field', field: 'compaction.keep' }],
    ['key unlike the file', writer.replace('key: writer', 'key: scribe'), { problem: 'key' }],
  ])('%s: where and of what kind is told apart from the words', (_, text, told) => {
    const found = load().tried('global', 'writer', text)
    expect('fault' in found ? found.fault.data : null).toMatchObject(told)
  })
  it('14.8: a project file counts only trusted and enabled as it is', () => {
    const text = writer.replace('You write the prose', 'Here we write the prose')
    writeFileSync(join(projectDir, '.nbook/profiles/writer.md'), text)
    const body = (trusted: boolean, hashes: string[]) => load(trusted, hashes).get('writer').body.slice(0, 4)
    expect([body(false, [sha256(text)]), body(true, []), body(true, [sha256(text)])]).toEqual(['You ', 'You ', 'Here'])
    expect(load(true, []).withheld()).toMatchObject([{ key: 'writer', reason: 'needs_review' }])
  })
  it('sees a corrected file at once', () => {
    const profiles = load()
    writeFileSync(join(home, 'profiles/writer.md'), 'no front matter')
    expect(code(() => profiles.get('writer'))).toBe('PROFILE_BROKEN')
    writeFileSync(join(home, 'profiles/writer.md'), writer)
    expect(profiles.get('writer').layer).toBe('global')
  })
  it('sees a new, a changed and a removed file on the next look, also one of the same size', () => {
    const profiles = load()
    const file = join(home, 'profiles/writer.md')
    const seen: string[] = []
    const look = () => seen.push(profiles.get('writer').body.slice(0, 4))
    look()
    for (const word of ['Here', 'They', 'Thou']) { writeFileSync(file, writer.replace('You ', `${word} `)); look() }
    const old = new Date(Date.now() - 60_000)
    utimesSync(file, old, old)
    look()
    rmSync(file)
    look()
    expect(seen).toEqual(['You ', 'Here', 'They', 'Thou', 'Thou', 'You '])
  })
  it('reads a file only when its profile is asked for, and once', () => {
    writeFileSync(join(home, 'profiles/odd.md'), 'no front matter')
    const profiles = load()
    const first = profiles.get('writer')
    expect(profiles.get('writer')).toBe(first)
    expect(code(() => profiles.get('odd'))).toBe('PROFILE_BROKEN')
    expect(profiles.faults()).toHaveLength(1)
  })
})
