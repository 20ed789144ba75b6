import { isFault, type Fault } from '@shared/fault'
import { isMessageKey, type MessageKey } from '@shared/i18n'
import { failureKey } from '@shared/provider-trouble'
import { text } from './text'


const lineOf = ({ data }: Fault): number | string => (typeof data?.['line'] === 'number' ? data['line'] : '?')

/** A time as the novel's calendar writes it: what was meant to be typed is best shown. */
const exampleOf = ({ data }: Fault): string => (Array.isArray(data?.['examples']) ? String(data['examples'][0] ?? '') : '')

const fieldOf = ({ data }: Fault): string => (typeof data?.['field'] === 'string' ? data['field'] : '')

function keyOf({ code, pointer, message, data }: Fault): MessageKey {
  if (code === 'ANCHOR_INVALID' && pointer === '/worldAnchor') return 'fault.sceneTimes'
  const keys = [`fault.${code}.${String(data?.['problem'])}`, failureKey(code, message)]
  return keys.find(isMessageKey) ?? 'fault.other'
}

/** What happened in plain words, and the technical line for "Details". */
export function faultText(fault: Fault): { line: string; details: string } {
  const extra = [fault.pointer, fault.actual, fault.expected, fault.fix].filter((part) => part !== undefined)
  return { line: text(keyOf(fault), { line: lineOf(fault), example: exampleOf(fault), field: fieldOf(fault) }), details: [`${fault.code}: ${fault.message}`, ...extra].join('\n') }
}

/** Whether the same once more could succeed: what was typed and does not fit will not fit the second time. */
export const isWorthRetrying = ({ code }: Fault): boolean => !['TIME_INVALID', 'INSTANT_RANGE', 'ANCHOR_INVALID', 'ARGS_INVALID', 'REF_INVALID'].includes(code)

export function errorFault(error: unknown): Fault {
  if (isFault(error)) return error.fault
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error) }
}
