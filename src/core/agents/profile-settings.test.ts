import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadProfiles } from './profiles'
import { withSettings } from './profile-settings'

const writer = loadProfiles({ resourcesDir: join(process.cwd(), 'resources'), home: '/nonexistent', projectDir: '/nonexistent', trusted: false, enabledHashes: [] }).get('writer')

describe('settings over a profile (04 §1)', () => {
  it('nothing set leaves the file as it is', () => {
    expect(withSettings(writer, [{}, { profiles: { 'leader.default': { temperature: 1 } } }])).toEqual(writer)
  })
  it('compaction merges by field, low to high; a field that is not there leaves the one below', () => {
    const file = { ...writer, compaction: { reserve: 9_000, keep: 5_000 } }
    const project = { profiles: { writer: { compaction: { keep: 3_000 } } } }
    expect([withSettings(file, [{ common: { compaction: { reserve: 7_000 } } }, project]).compaction, withSettings(writer, [project]).compaction, withSettings(writer, [{}]).compaction])
      .toEqual([{ reserve: 7_000, keep: 3_000 }, { keep: 3_000 }, undefined])
  })
  it.each([
    ['a looser risk has no effect', { maxRisk: 'low' as const }, { maxRisk: 'high' as const }, { maxRisk: 'low' }],
    ['a stricter mode wins', { workMode: 'plan' as const }, { workMode: 'discuss' as const }, { workMode: 'discuss' }],
    ['bypass does not loosen', { permission: 'default' as const }, { permission: 'bypassPermissions' as const }, { permission: 'default' }],
    ['asks add up', { ask: ['read'] }, { ask: ['read', 'edit'] }, { ask: ['read', 'edit'] }],
    ['two lists of places: within each', { writeGlobs: ['a/**'] }, { writeGlobs: ['**/*.md'] }, { writeGlobs: ['a/**'], alsoWithin: [['**/*.md']] }],
  ])('%s', (_, first, second, expected) => {
    expect(withSettings(writer, [{ common: { gates: first } }, { profiles: { writer: { gates: second } } }]).gates).toMatchObject(expected)
  })
})
