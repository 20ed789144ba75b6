import type { Fault } from '@shared/fault'
import { MAX_PROBLEMS } from './arguments'
import { showActual } from './expected'

/** A failure as the model reads it: `[FAIL] CODE: `, what is wrong, the actual value, the expected one, the fix (08 §4). */
export function faultText(fault: Fault): string {
  const head = `[FAIL] ${fault.code}: ${fault.message}${evidence(fault)}`
  if (fault.problems === undefined || fault.problems.length === 0) return fault.fix === undefined ? head : `${sentence(head)} ${fault.fix}`
  const lines = fault.problems.slice(0, MAX_PROBLEMS).map((problem) => `${problem.pointer}: ${problem.message}`)
  const more = fault.problems.length - lines.length
  return [head, ...lines, ...(more > 0 ? [`… and ${more} more.`] : []), ...(fault.fix === undefined ? [] : [fault.fix])].join('\n')
}

function evidence(fault: Fault): string {
  const parts: string[] = []
  const where = fault.pointer === undefined ? '' : `${fault.pointer}: `
  if (fault.actual !== undefined) parts.push(`actual ${fault.code === 'ARGS_JSON' ? JSON.stringify(fault.actual) : showActual(fault.actual)}`)
  if (fault.expected !== undefined) parts.push(`expected ${fault.expected.replace(/\.$/, '')}`)
  return parts.length === 0 ? '' : `${/[.!?。！？:]$/.test(fault.message) ? '' : ';'} ${where}${parts.join('; ')}.`
}

const sentence = (text: string): string => (/[.!?。！？…]$/.test(text) ? text : `${text}.`)
