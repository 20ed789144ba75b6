import { expect, it } from 'vitest'
import { sectionFor } from './fault-way'

it.each([
  ['KEY_MISSING', 'no key', 'models'],
  ['PROVIDER_ERROR', 'HTTP 401: bad key', 'models'],
  ['PROVIDER_ERROR', 'HTTP 404: The model `x` does not exist', 'models'],
  ['PROVIDER_ERROR', '模型服务不认这把密钥，请在设置里检查密钥。', 'models'],
  ['PROVIDER_ERROR', 'HTTP 402: insufficient balance', null],
  ['PROVIDER_ERROR', 'HTTP 503: overloaded', null],
  ['NOT_FOUND', 'HTTP 401', null],
])('%s "%s" is mended in: %s', (code, message, section) => { expect(sectionFor({ code, message })).toBe(section) })
