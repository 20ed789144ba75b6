import { fail } from '@shared/fault'
import { tokensOf, type Token } from './tokens'

const maxBytes = 64 * 1024
const kinds = ['SELECT', 'WITH', 'INSERT', 'UPDATE']
const conflicts = new Set(['REPLACE', 'ROLLBACK', 'FAIL'])

function checkText(sql: string): void {
  if (Buffer.byteLength(sql) > maxBytes) fail('SQL_INVALID', 'The SQL is longer than 64 KB.', { pointer: '/sql', actual: `${Buffer.byteLength(sql)} bytes`, expected: 'at most 64 KB' })
  if (sql.includes('\0')) fail('SQL_INVALID', 'The SQL holds a NUL character.', { pointer: '/sql', fix: 'Leave it out.' })
  if (!sql.isWellFormed()) fail('SQL_INVALID', 'The SQL is not well-formed text.', { pointer: '/sql' })
}

function checkConflict(words: readonly string[]): void {
  words.forEach((word, i) => {
    const [next = '', after = ''] = words.slice(i + 1, i + 3)
    const bad = ((word === 'INSERT' || word === 'UPDATE') && next === 'OR' && conflicts.has(after)) || (word === 'REPLACE' && next === 'INTO')
    if (bad) fail('SQL_CONFLICT', `${word === 'REPLACE' ? 'REPLACE INTO' : `${word} OR ${after}`} can delete rows unseen.`, { pointer: '/sql', fix: 'Use a plain INSERT or UPDATE, or ON CONFLICT DO NOTHING.' })
  })
}

const upper = (token: Token | undefined): string => (token?.kind === 'word' ? token.text.toUpperCase() : '')

/** Rules 1 and 2 of 07 §6: one statement, of a kind that is allowed at all. */
export function checkSql(sql: string): void {
  checkText(sql)
  const tokens = tokensOf(sql)
  const first = tokens.findIndex((token) => token.kind === 'semicolon')
  const statement = first < 0 ? tokens : tokens.slice(0, first)
  if (tokens.every((token) => token.kind === 'semicolon')) fail('SQL_EMPTY', 'There is no SQL to run.', { pointer: '/sql', expected: 'one statement' })
  if (tokens.slice(statement.length).some((token) => token.kind !== 'semicolon')) fail('SQL_MULTIPLE', 'Only one statement runs at a time.', { pointer: '/sql', fix: 'Send the statements in separate calls.' })
  const kind = upper(statement[0])
  if (!kinds.includes(kind)) fail('SQL_KIND', 'This kind of statement is not allowed.', { pointer: '/sql', actual: statement[0]?.text.slice(0, 40) ?? '', expected: 'SELECT, WITH, INSERT or UPDATE' })
  checkConflict(statement.map(upper))
}

/** The word a checked statement writes with, behind its WITH. */
export const writeWord = (sql: string): 'INSERT' | 'UPDATE' => {
  const words = tokensOf(sql).map(upper)
  const insert = words.indexOf('INSERT')
  const update = words.indexOf('UPDATE')
  return insert >= 0 && (update < 0 || insert < update) ? 'INSERT' : 'UPDATE'
}
