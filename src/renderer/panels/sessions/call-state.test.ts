import { expect, it, vi } from 'vitest'
import { startTexts, text } from '../../i18n/text'
import { endedKey, stateKey } from './call-state'

it.each([
  ['fail', 'EDIT_NO_MATCH', 'fail', null],
  ['fail', 'NOT_FOUND', 'notFound', null],
  ['fail', 'CANCELLED', 'stopped', 'sessions.toolStopped'],
  ['fail', 'INTERRUPTED', 'interrupted', 'sessions.toolInterrupted'],
  ['fail', 'OUTCOME_UNKNOWN', 'unknown', 'sessions.toolUnknown'],
  ['ok', null, 'ok', null],
  ['fail', 'SKIPPED', 'skipped', 'sessions.toolSkipped'],
  ['denied', 'EXPIRED', 'expired', 'sessions.toolExpired'],
  ['denied', 'DENIED_USER', 'denied', null],
] as const)('a call that is %s with %s reads "%s" (04 §10)', (state, code, word, sentence) => {
  expect([stateKey(state, code), endedKey({ code, content: '' })]).toEqual([`sessions.toolState.${word}`, sentence])
})

it('a stop says whether something was changed before it', () => {
  expect(['stopped. Its change was made', 'stopped. Nothing was changed'].map((content) => endedKey({ code: 'CANCELLED', content }))).toEqual(['sessions.toolStoppedAfter', 'sessions.toolStoppedNothing'])
})

it.each([['zh-CN', /^没有做/, /^或许做了/], ['en', /^Not done/, /^Perhaps done/]] as const)('%s: whether it was done comes first, before why', (locale, not, perhaps) => {
  vi.stubGlobal('document', { documentElement: {} })
  startTexts(locale)
  expect([text(stateKey('fail', 'INTERRUPTED')), text(stateKey('fail', 'OUTCOME_UNKNOWN'))]).toEqual([expect.stringMatching(not), expect.stringMatching(perhaps)])
})
