import { isMessageKey, type MessageKey } from '@shared/i18n'
import type { Subject } from '@shared/world'
import type { SubjectType } from '@shared/world-schema'
import { currentLocale, type text } from '../../i18n/text'
import { subjectById } from '../../stores/world-index'
import type { RowOp } from './compose/places'

type T = typeof text
export const sliceKinds = ['event', 'init', 'backstory'] as const

const wordOf = (t: T, key: string, otherwise: string): string => (isMessageKey(key) ? t(key) : otherwise)
export const kindText = (t: T, kind: string): string => wordOf(t, `world.kind.${kind}`, kind)

/** The label of a type as the schema gives it; the five of every new novel have words of ours. */
export function typeText(t: T, type: string, types: Readonly<Record<string, SubjectType>>): string {
  const label = Object.hasOwn(types, type) ? types[type]?.label : undefined
  return label ?? wordOf(t, `world.type.${type}`, type)
}
/** Whether the words above are the author's own. */
export const isOwnType = (type: string, types: Readonly<Record<string, SubjectType>>): boolean => (Object.hasOwn(types, type) && types[type]?.label !== undefined) || !isMessageKey(`world.type.${type}`)

export const nameOf = (id: string, subjects: readonly Subject[]): string => subjectById(subjects, id)?.name ?? id

const ops: Record<RowOp, MessageKey> = { replace: 'world.op.replace', increment: 'world.op.increment', append: 'world.op.append', take: 'world.op.take', remove: 'world.op.remove' }
/** What a change does, in the words that fit what it is done to. */
export function opText(t: T, op: RowOp, kind: 'list' | 'text' | 'other' = 'other'): string {
  if (op === 'replace' && kind === 'list') return t('world.op.replaceAll')
  if (op === 'append' && kind === 'text') return t('world.op.remember')
  return t(ops[op])
}

/** A number the way the language writes it, small signs included. */
export const numberText = (value: number): string => value.toLocaleString(currentLocale(), { maximumFractionDigits: 12, useGrouping: Math.abs(value) >= 100_000 })
