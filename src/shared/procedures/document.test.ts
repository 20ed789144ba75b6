import { expect, test } from 'vitest'
import { proceduresDocument } from './document'
import { procedures } from './index'

test('docs/procedures.md says what the schemas say (npx vitest -u writes it anew)', async () => {
  await expect(proceduresDocument()).toMatchFileSnapshot('../../../docs/procedures.md')
})

test('what destroys, approves, trusts or holds keys is the author\'s alone', () => {
  const authorOnly = Object.entries(procedures).filter(([name]) => /purge|approvals\.answer|setTrust|keys\.(set|remove)|deleteProject|takeOverLock|setApprovals/.test(name))
  expect(authorOnly.length).toBeGreaterThanOrEqual(8)
  for (const [name, { access }] of authorOnly) expect(access, name).toBe('human')
})
