import { describe, expect, it } from 'vitest'
import type { McpServerRow } from '@shared/procedures/mcp'
import { draftOf, emptyDraft, emptyHeader, filled, isComplete, keyNamed } from './server-draft'

const row = (form: McpServerRow['form']): McpServerRow => ({ alias: form?.alias ?? 'odd', layer: 'project', at: 0, base: '', state: 'idle', consent: null, code: null, cause: null, hash: null, form, written: '', missingKeys: [], tools: [] })
const full = { alias: 'files', command: 'npx', args: ['-y', 'a server', ' kept '], url: null, env: { PLAIN: 'yes', TOKEN: 'keychain:gh' }, headers: {}, tools: ['read'], deferred: true, enabled: false, callTimeoutSeconds: 30 }

describe('the form of a server', () => {
  it('gives back what it was filled from, kept secrets unseen', () => {
    const draft = draftOf(row(full))
    expect(draft.env).toEqual([{ name: 'PLAIN', value: 'yes', secret: false, reference: null }, { name: 'TOKEN', value: '', secret: true, reference: 'keychain:gh' }])
    expect(filled(draft)).toEqual({ server: full, secrets: [] })
  })

  it('a secret goes to the keychain under a name of its own, the entry refers to it', () => {
    const draft = { ...emptyDraft, alias: 'books', how: 'url' as const, url: ' https://books.test/mcp ', headers: [{ ...emptyHeader, value: 'Bearer s3cret' }, { ...emptyHeader, name: 'X-Team', value: 'blue' }], command: 'left over', args: 'x' }
    const { server, secrets } = filled(draft)
    expect(server).toMatchObject({ command: null, args: [], url: 'https://books.test/mcp', env: {}, tools: null })
    expect(secrets.map(({ value }) => value)).toEqual(['s3cret', 'blue'])
    expect(server.headers).toEqual({ Authorization: `Bearer keychain:${secrets[0]?.name}`, 'X-Team': `keychain:${secrets[1]?.name}` })
    for (const { name } of secrets) expect(keyNamed(`keychain:${name}`)).toBe(name)
    expect(filled({ ...draft, alias: 'other' }).secrets[0]?.name).not.toBe(secrets[0]?.name)
    expect(filled(draft).secrets[0]?.name).toBe(secrets[0]?.name)
  })

  it.each([
    [{}, false], [{ alias: 'a' }, false], [{ alias: 'a', command: 'npx' }, true], [{ alias: 'A b', command: 'npx' }, false], [{ alias: 'a', how: 'url' as const, command: 'npx' }, false],
    [{ alias: 'a', how: 'url' as const, url: 'https://a.test/', headers: [emptyHeader] }, false], [{ alias: 'a', how: 'url' as const, url: 'https://a.test/', headers: [{ ...emptyHeader, reference: 'keychain:x' }] }, true],
  ])('is complete or not (%#)', (change, complete) => { expect(isComplete({ ...emptyDraft, ...change })).toBe(complete) })

  it('of an entry that cannot be read begins empty, under its name', () => { expect(draftOf(row(null))).toMatchObject({ alias: 'odd', command: '', layer: 'project' }) })
})
