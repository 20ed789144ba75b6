import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from '../../../test/project/make-project'
import { openWorldFiles } from './world-files'

const fault = (code: string, more: object = {}) => expect.objectContaining({ fault: expect.objectContaining({ code, ...more }) })
const project = (files: Record<string, string | Uint8Array> = {}): string => {
  const dir = tempFolder()
  mkdirSync(join(dir, 'world'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, 'world', name), text)
  return dir
}
const schema = 'version: 1\ntypes: {hero: {attrs: {hp: int}}}\n'

it('no files: the empty schema, no calendar', () => {
  const files = openWorldFiles(project())
  expect(files.schema()).toMatchObject({ empty: true, types: {} })
  expect(() => files.calendar()).toThrow(fault('CALENDAR_MISSING', { fix: expect.any(String) }))
  expect(openWorldFiles(tempFolder()).schema().empty).toBe(true)
})

it('reads again only what changed', () => {
  const dir = project({ 'schema.yaml': schema, 'calendar.yaml': 'kind: gregorian\n' })
  const files = openWorldFiles(dir)
  const [first, calendar] = [files.schema(), files.calendar()]
  expect(first.types).toHaveProperty('hero')
  expect(files.schema()).toBe(first)
  writeFileSync(join(dir, 'world/schema.yaml'), 'version: 1\ntypes: {inn: {attrs: {}}}\n')
  expect(Object.keys(files.schema().types)).toEqual(['inn'])
  expect(files.calendar()).toBe(calendar)
  rmSync(join(dir, 'world/schema.yaml'))
  expect(files.schema().empty).toBe(true)
})

it('a broken file throws with its line until it is mended; a swap by rename is seen', () => {
  const dir = project({ 'schema.yaml': 'version: 1\ntypes:\n  a: {attrs: {x: in}}\n', 'calendar.yaml': 'kind: gregorian\nformat: "{year}"\n' })
  const files = openWorldFiles(dir)
  for (let i = 0; i < 2; i += 1) {
    expect(() => files.schema()).toThrow(fault('SCHEMA_INVALID', { data: expect.objectContaining({ line: 3, key: 'types.a.attrs.x' }) }))
    expect(() => files.calendar()).toThrow(fault('CALENDAR_INVALID', { data: expect.objectContaining({ line: 2, key: 'format' }) }))
  }
  writeFileSync(join(dir, 'world/next'), schema)
  renameSync(join(dir, 'world/next'), join(dir, 'world/schema.yaml'))
  expect(files.schema().types).toHaveProperty('hero')
})

it('a link, a folder, another encoding and a large file are broken files', () => {
  const outside = project({ 'schema.yaml': schema })
  const linked = project()
  symlinkSync(join(outside, 'world/schema.yaml'), join(linked, 'world/schema.yaml'))
  const folder = project()
  mkdirSync(join(folder, 'world/schema.yaml'))
  const whole = tempFolder()
  symlinkSync(join(outside, 'world'), join(whole, 'world'))
  for (const dir of [linked, folder, whole, project({ 'schema.yaml': new Uint8Array([0xc4, 0xe3, 0xba, 0xc3]) }), project({ 'schema.yaml': 'a\0b' }), project({ 'schema.yaml': `# ${'x'.repeat(300_000)}` })]) {
    expect(() => openWorldFiles(dir).schema(), dir).toThrow(fault('SCHEMA_INVALID'))
  }
})
