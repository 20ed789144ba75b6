import { procedures, type ProcedureName } from '../../src/shared/procedures'
import { random } from './texts'

export interface Forgery { name: unknown; input: unknown }
type Make = (next: () => number) => Forgery

const names = Object.keys(procedures) as ProcedureName[]
const pick = <T>(list: readonly T[], next: () => number): T => list[Math.floor(next() * list.length)] as T
const deep = (depth: number): unknown => (depth === 0 ? 1 : { a: deep(depth - 1) })
const values: readonly unknown[] = [null, 0, -1, 1e308, 2 ** 53, '', 'x', '../../etc/passwd', '/etc/passwd', '\0', '\u202e', true, [], {}, [null], { project: {} }, { id: ['1'] }, [[[[]]]], 'A'.repeat(5_000), '"; drop table scene; --', { $gt: '' }, { toString: 'x' }]
const authority = [{ principal: 'human' }, { access: 'human' }, { approved: true }, { effectsHash: '*' }, { trusted: true }, { sessionId: 1, as: 'system' }, { bypass: true }, { project: '../other' }]
const strangeNames: readonly unknown[] = ['', 'projects', 'projects.', '.create', 'projects.create ', 'PROJECTS.CREATE', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf', 'trash.purge\0', 'trash.purge;', 'wenqu.call', 'core.stop', 'keys.get', 'keys.all', 'shell.run', 'fs.readFile', 'process.exit', 'app.quit', 'require', null, 1, true, {}, [], ['trash.purge'], { name: 'trash.purge' }, { toString: 'trash.purge' }]

/** An input that the procedure's own schema refuses. */
function refused(name: ProcedureName, make: () => unknown): unknown {
  for (let tries = 0; tries < 8; tries += 1) {
    const input = make()
    if (!procedures[name].input.safeParse(input).success) return input
  }
  return { [`not-a-field-of-${name}`]: true }
}

const wrongField: Make = (next) => {
  const name = pick(names, next)
  return { name, input: refused(name, () => ({ project: pick(values, next), id: pick(values, next), path: pick(values, next), kind: pick(values, next), [pick(['dir', 'text', 'confirmTitle', 'ids', 'value', 'extra'], next)]: pick(values, next) })) }
}
const wrongWhole: Make = (next) => { const name = pick(names, next); return { name, input: refused(name, () => pick(values, next)) } }
const forged: Make = (next) => { const name = pick(names, next); return { name, input: refused(name, () => ({ project: 'snow', ...pick(authority, next), forged: next() })) } }
const unknownName: Make = (next) => ({ name: pick(strangeNames, next), input: pick(values, next) })
const inventedName: Make = (next) => ({ name: `${pick(['project', 'trash', 'keys', 'app', 'human'], next)}.${Math.floor(next() * 1e9).toString(36)}`, input: pick(values, next) })
const nested: Make = (next) => ({ name: pick(names, next), input: deep(70 + Math.floor(next() * 200)) })

/** `count` messages that no honest window sends; the same ones in every run. Plain JSON, so that the page can send them as they are. */
export function forgeries(count: number): Forgery[] {
  const next = random(8)
  const makers = [wrongField, wrongField, wrongField, wrongWhole, wrongWhole, forged, forged, unknownName, inventedName, nested]
  return Array.from({ length: count }, () => pick(makers, next)(next))
}
