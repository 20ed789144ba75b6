import { isFault, type Fault } from '@shared/fault'
import { messages, type MessageKey } from '@shared/i18n'
import { text } from './text'

const known = (key: string): key is MessageKey => Object.hasOwn(messages, key)

const lineOf = ({ data }: Fault): number | string => (typeof data?.['line'] === 'number' ? data['line'] : '?')

/** What happened in plain words, and the technical line for "Details". */
export function faultText(fault: Fault): { line: string; details: string } {
  const key = `fault.${fault.code}`
  const extra = [fault.pointer, fault.actual, fault.expected, fault.fix].filter((part) => part !== undefined)
  return { line: text(known(key) ? key : 'fault.other', { line: lineOf(fault) }), details: [`${fault.code}: ${fault.message}`, ...extra].join('\n') }
}

export function errorFault(error: unknown): Fault {
  if (isFault(error)) return error.fault
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error) }
}
