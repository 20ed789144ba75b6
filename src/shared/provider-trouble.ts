import { messages } from './i18n'

const troubles = ['key', 'balance', 'model', 'busy', 'error', 'noAnswer', 'lost', 'silent', 'refused'] as const
/** What went wrong with a model service, as far as the author can do something about it. */
export type ProviderTrouble = (typeof troubles)[number]

/** A workflow has put it into the author's words already, in the language of the novel. */
const saidByUs = (said: string): ProviderTrouble | undefined => troubles.find((one) => Object.values(messages[`fault.provider.${one}`]).some((words) => said.includes(words)))

/** Services have no common codes: the status first, then the words they are known to use. */
const table: readonly [ProviderTrouble, readonly number[], RegExp | null][] = [
  ['balance', [402], /insufficient.{0,12}(?:balance|quota|funds|credit)|余额不足|欠费/i],
  ['key', [401, 403], /(?:invalid|incorrect|wrong).{0,12}api.?key/i],
  ['model', [404], /model_not_found|\bmodel\b.{0,60}(?:does not exist|not found|not exist)|unknown model/i],
  ['noAnswer', [], /not JSON|web page|ended before a word|not what this kind/i],
  ['busy', [429, 503, 529], /overload|rate.?limit|too many requests/i],
  ['error', [], /server_error|internal error/i],
  ['lost', [], /connection broke|broke off|ended before/i],
  ['silent', [], /nothing came|no end after|no (?:reply|answer) within/i],
]

/** Reads it from the words of the fault. */
export function providerTrouble(said: string): ProviderTrouble {
  const ours = saidByUs(said)
  if (ours !== undefined) return ours
  const status = Number(/\bHTTP (\d{3})\b/.exec(said)?.[1] ?? Number.NaN)
  const known = table.find(([, statuses, words]) => statuses.includes(status) || words?.test(said) === true)?.[0]
  return known ?? (status >= 500 || status === 408 ? 'error' : 'refused')
}

/** The name of the message that says a failure in the author's words: a service's by what the author can do about it. */
export const failureKey = (code: string, said: string): string => (code === 'PROVIDER_ERROR' ? `fault.provider.${providerTrouble(said)}` : `fault.${code}`)
