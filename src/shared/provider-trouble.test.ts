import { expect, it } from 'vitest'
import { messages } from './i18n'
import { providerTrouble } from './provider-trouble'

it.each([
  ['HTTP 401: Incorrect API key provided', 'key'], ['HTTP 403: forbidden', 'key'], ['HTTP 402: Insufficient Balance', 'balance'],
  ['HTTP 429: You exceeded your current quota (insufficient_quota)', 'balance'], ['HTTP 404: The model `m` does not exist', 'model'], ['HTTP 400: model_not_found', 'model'],
  ['HTTP 429: Rate limit reached', 'busy'], ['HTTP 503: Service Unavailable', 'busy'], ['Upstream overloaded', 'busy'],
  ['HTTP 500: The server had an error (tried 9 times)', 'error'], ['HTTP 502: Bad Gateway', 'error'],
  ['the answer was a web page, not JSON', 'noAnswer'], ['the answer ended before a word of it came, or was not what this kind of provider sends', 'noAnswer'],
  ['the connection broke (reset)', 'lost'], ['the answer ended before the provider said it was finished', 'lost'], ['nothing came for 90 s', 'silent'], ['HTTP 400: bad parameter', 'refused'],
] as const)('%s: %s', (said, trouble) => expect(providerTrouble(said)).toBe(trouble))

it.each(['key', 'balance', 'model', 'busy', 'error', 'noAnswer', 'lost', 'silent', 'refused'] as const)('what a workflow said in our own words stays what it was: %s', (trouble) => {
  const { zh, en } = messages[`fault.provider.${trouble}`]
  expect([zh, `Error: ${en}`].map(providerTrouble)).toEqual([trouble, trouble])
})
