import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../../test/project/make-project'
import { createEnv } from '../project/env'
import { createHostStore } from './host-store'

describe('the list of hosts (07 §1.2)', () => {
  const setUp = () => {
    const home = tempFolder()
    return { home, file: join(home, 'web-hosts.json'), open: (name: string) => { mkdirSync(join(home, name), { recursive: true }); return createHostStore(createEnv(home), join(home, name)) } }
  }
  it('is per project, changes at once for whoever has it open, and loses nothing when changed at once', async () => {
    const { file, open } = setUp()
    const [one, other] = [open('a'), open('a')]
    expect(one.list()).toEqual({ hosts: [], denied: [], error: null })
    await Promise.all(['a.test', 'b.test', '*.c.test'].map((host) => one.add(host, true)))
    expect(other.list().hosts.map(({ host, ownNetwork }) => [host, ownNetwork])).toEqual([['a.test', true], ['b.test', true], ['*.c.test', false]])
    await other.remove('b.test')
    expect(one.list().hosts.map(({ host }) => host)).toEqual(['a.test', '*.c.test'])
    expect(open('b').list().hosts).toEqual([])
    await open('b').add('A.test.', false)
    expect(Object.values((JSON.parse(readFileSync(file, 'utf8')) as { projects: object }).projects).length).toBe(2)
  })
  it('what cannot be read allows nothing, and is left as it is', async () => {
    const { file, open } = setUp()
    const store = open('a')
    await store.add('a.test', false)
    writeFileSync(file, '{"projects": {')
    expect(store.list()).toMatchObject({ hosts: [], error: expect.stringContaining('web-hosts.json') })
    await expect(store.add('b.test', false)).rejects.toMatchObject({ fault: { code: 'HOST_LIST_INVALID' } })
    await expect(store.add('*', false)).rejects.toMatchObject({ fault: { code: 'HOST_LIST_INVALID' } })
    expect(readFileSync(file, 'utf8')).toBe('{"projects": {')
  })
})
