import { FaultError } from '@shared/fault'
import type { FlowProgram } from '../sandbox/types'
import { tokensOf, type Token } from './tokens'

/** Names that would make two runs of one script differ, or lead out of its sandbox (04 §12). */
const FORBIDDEN = new Set([
  'import', 'require', 'Date', 'performance', 'process', 'fetch', 'eval', 'Function', 'globalThis', 'Reflect', 'Proxy',
  'setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate', 'queueMicrotask',
])
/** Also as the name of a property. */
const isDeep = (name: string): boolean => name === 'constructor' || /^__\w*__$/.test(name)

interface Found { line: number; name: string }

/**
 * Checks a text before anybody is asked about it, and gives the program to run: WORKFLOW_FORBIDDEN with the line, WORKFLOW_SYNTAX,
 * WORKFLOW_INVALID. `noeta` has one dialect, a function's body; nbook's is a definition where it exports one, else a body.
 */
export function programOf(code: string, surface: 'nbook' | 'noeta'): FlowProgram {
  const tokens = tokensOf(code)
  const found = tokens.flatMap((_, at) => forbiddenAt(tokens, at) ?? [])
  if (found.length > 0) throw refusal(found)
  const exported = tokens.filter((token) => token.kind === 'word' && token.text === 'export')
  const [first] = exported
  if (first === undefined) return { dialect: surface === 'noeta' ? 'script' : 'body', code }
  const after = tokens[tokens.indexOf(first) + 1]
  if (surface === 'noeta' || exported.length > 1 || after?.text !== 'default') {
    throw new FaultError({ code: 'WORKFLOW_INVALID', message: `line ${first.line}: ${surface === 'noeta' ? 'a script exports nothing; it ends with return' : 'a workflow has one "export default" and no other export'}.`, data: { line: first.line } })
  }
  return { dialect: 'definition', code: asBody(code, first.at, after.at + after.text.length) }
}

/** `export default X` becomes a value that the body returns; no line moves. */
function asBody(code: string, from: number, to: number): string {
  return `${code.slice(0, from)}const workflow$ = ${code.slice(from, to).replace(/[^\n]/g, '')}${code.slice(to)}\n;return workflow$`
}

function forbiddenAt(tokens: readonly Token[], at: number): Found | null {
  const token = tokens[at]
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  if (token === undefined) return null
  if (token.kind === 'string' || token.kind === 'template') return isKey(tokens, at) && (isDeep(token.text) || FORBIDDEN.has(token.text) || token.text === 'random') ? { line: token.line, name: token.text } : null
  if (token.kind !== 'word') return null
  if (token.text.includes('\\')) return { line: token.line, name: token.text }
  if (isDeep(token.text.replace(/^#/, ''))) return { line: token.line, name: token.text }
  const member = before?.text === '.' || before?.text === '?.'
  if (token.text === 'random' && member && tokens[at - 2]?.text === 'Math') return { line: token.line, name: 'Math.random' }
  if (!FORBIDDEN.has(token.text) || (member && !isSpread(tokens, at))) return null
  const key = (after?.text === ':' || after?.text === '?') && ['{', ',', ';'].includes(before?.text ?? '')
  return key ? null : { line: token.line, name: token.text }
}

/** `x['name']`: a string in brackets behind a value. */
function isKey(tokens: readonly Token[], at: number): boolean {
  const value = tokens[at - 2]
  return tokens[at - 1]?.text === '[' && tokens[at + 1]?.text === ']' && value !== undefined && (value.kind === 'word' || [')', ']', '?.'].includes(value.text))
}

/** `...name` is no member of anything. */
const isSpread = (tokens: readonly Token[], at: number): boolean => tokens[at - 1]?.text === '.' && tokens[at - 2]?.text === '.'

function refusal(found: readonly Found[]): FaultError {
  const [first] = found
  const line = first?.line ?? 1
  return new FaultError({
    code: 'WORKFLOW_FORBIDDEN', message: `line ${line}: ${first?.name ?? ''} is not allowed in a workflow.`, actual: first?.name ?? '', fix: 'A workflow uses only what it is given, so that it can go on after a stop: take it out.',
    problems: found.slice(0, 20).map((one) => ({ pointer: `/script:${one.line}`, message: `${one.name} is not allowed.` })), data: { line, lines: found.slice(0, 20).map((one) => one.line) },
  })
}
