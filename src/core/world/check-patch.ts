import { fail } from '@shared/fault'
import type { Json, PatchOp, Subject } from '@shared/world'
import { checkJson } from './json-value'
import { parsePath } from './path'
import { refsIn, refTrouble } from './references'
import { checkText, checkValue, kindName } from './schema/values'
import { targetOf, type Target } from './targets'
import type { Attr, SubjectType } from './types'

export interface GivenPatch { path: string; op: PatchOp; value?: Json | undefined }
export interface PatchRules { type: SubjectType | undefined; /** Subjects that exist, those of this write included. */ subject(id: string): Subject | undefined }

function kindOf(target: Target): string {
  switch (target.kind) {
    case 'entry': return `entry of a list of ${kindName(target.attr)}`
    case 'text': return `remembered text of an embedding ${target.attr.form}`
    case 'undeclared': return 'an undeclared attribute'
    default: return kindName(target.attr)
  }
}

/** What each kind lets one do, in the words of the messages (03 §2). */
function operationsOf(target: Target): string {
  switch (target.kind) {
    case 'scalar': return target.attr.type === 'int' || target.attr.type === 'float' ? 'replace, increment, remove' : 'replace, remove'
    case 'array': return target.attr.kind === 'list' ? 'replace, append, remove without value; /i: replace, remove' : 'replace, append, remove, remove with value'
    case 'entry':
    case 'object': return 'replace, remove'
    case 'embedding': return target.attr.form === 'array' ? 'replace with [], append {text}, remove' : 'replace with {}, remove; /key: replace {text}, remove'
    case 'text': return target.attr.form === 'array' ? 'remove' : 'replace {text}, remove'
    case 'through': return 'a path that ends at the attribute'
    case 'undeclared': return 'replace, increment, remove'
  }
}

function notAllowed(patch: GivenPatch, target: Target, pointer: string): never {
  fail('OP_NOT_ALLOWED', `${patch.op} is not possible on ${patch.path}: it is ${kindOf(target)}.`, {
    pointer, actual: `${patch.op} on ${kindOf(target)}`, expected: operationsOf(target), fix: 'Use one of the operations this kind has.',
  })
}

function checkThrough(patch: GivenPatch, target: Extract<Target, { kind: 'through' }>, pointer: string): never {
  const { attr } = target
  if (attr.kind === 'scalar' && attr.type === 'ref') crossRef(patch.path, pointer)
  if (attr.kind === 'collection' || (attr.kind === 'embedding' && target.index === undefined)) notAllowed(patch, target, pointer)
  const why = target.index === undefined ? `goes on below a ${kindOf(target)}` : `has "${target.index}" where a place in the list is counted from 0`
  fail('PATCH_PATH_INVALID', `The path ${patch.path} ${why}.`, { pointer: `${pointer}/path`, actual: patch.path, expected: 'a path that exists in the schema', fix: 'End the path at the attribute.' })
}

export function crossRef(path: string, pointer: string): never {
  fail('CROSS_REF', `The path ${path} goes through a reference to another subject.`, {
    pointer, actual: path, expected: 'a path inside this subject', fix: 'Write the patch for the subject that is referred to.',
  })
}

export function wholeReplace(path: string, pointer: string): never {
  fail('EMBEDDING_WHOLE_REPLACE', `Remembered texts at ${path} are not replaced as a whole.`, {
    pointer, actual: 'a whole value', expected: 'append {text} to an array, replace {text} at /key of a record; or an empty whole', fix: 'Write one patch per text.',
  })
}

const isAllowed = (target: Target, { op, value }: GivenPatch): boolean => {
  if (op === 'remove' && value !== undefined) return target.kind === 'array' && target.attr.kind === 'collection'
  switch (target.kind) {
    case 'scalar': return op === 'increment' ? target.attr.type === 'int' || target.attr.type === 'float' : op !== 'append'
    case 'array': return op !== 'increment'
    case 'entry':
    case 'object': return op === 'replace' || op === 'remove'
    case 'embedding': return op !== 'increment' && (op !== 'append' || target.attr.form === 'array')
    case 'text': return op === 'remove' || (op === 'replace' && target.attr.form === 'record')
    case 'undeclared': return op !== 'append'
    case 'through': return false
  }
}

function bad(target: Target, pointer: string, actual: unknown, expected: string): never {
  fail('VALUE_INVALID', `The value does not fit ${kindOf(target)}.`, { pointer: `${pointer}/value`, actual: JSON.stringify(actual)?.slice(0, 120) ?? 'nothing', expected, fix: 'Give a value of this kind.' })
}

/** A text where a reference belongs is no reference at all, or one that leads nowhere: both REF_INVALID (03 §2). */
function checkAgainst(attr: Attr, patch: GivenPatch, value: Json, rules: PatchRules, pointer: string): void {
  for (const ref of refsIn(attr, value, '')) {
    const trouble = typeof ref.value === 'string' ? refTrouble(ref, rules.subject) : null
    if (trouble) fail('REF_INVALID', `${patch.path}${ref.path} refers to no fitting subject.`, { pointer: `${pointer}/value${ref.path}`, ...trouble, fix: 'Register the subject first, or refer to another.' })
  }
  checkValue(attr, value, `${pointer}/value`, patch.path)
}

function checkEmbedding(target: Extract<Target, { kind: 'embedding' }>, patch: GivenPatch, value: Json, pointer: string): void {
  if (patch.op === 'append') {
    checkText(value, `${pointer}/value`, patch.path)
    return
  }
  const empty = target.attr.form === 'array' ? '[]' : '{}'
  if (value !== null && typeof value === 'object' && Object.keys(value).length > 0) wholeReplace(patch.path, pointer)
  if (JSON.stringify(value) !== empty) bad(target, pointer, value, empty)
}

function checkIncrement(target: Target, value: Json, pointer: string): void {
  const whole = target.kind === 'scalar' && target.attr.type === 'int'
  if (typeof value !== 'number' || (whole && !Number.isSafeInteger(value))) bad(target, pointer, value, whole ? 'a whole number' : 'a finite number')
}

function checkTargetValue(target: Target, patch: GivenPatch, value: Json, rules: PatchRules, pointer: string): void {
  if (patch.op === 'increment') {
    checkIncrement(target, value, pointer)
    return
  }
  switch (target.kind) {
    case 'embedding': checkEmbedding(target, patch, value, pointer); return
    case 'text': checkText(value, `${pointer}/value`, patch.path); return
    case 'array': checkAgainst(patch.op === 'replace' ? target.attr : target.attr.item, patch, value, rules, pointer); return
    case 'scalar':
    case 'entry':
    case 'object': checkAgainst(target.attr, patch, value, rules, pointer); return
    case 'undeclared':
    case 'through': return
  }
}

/**
 * Everything that can be said of a patch without knowing the state (03 §2): path, operation, value, references.
 * Faults: PATCH_PATH_INVALID OP_NOT_ALLOWED VALUE_INVALID REF_INVALID CROSS_REF EMBEDDING_WHOLE_REPLACE, at `pointer`.
 */
export function checkPatch(patch: GivenPatch, rules: PatchRules, pointer: string): void {
  const target = targetOf(rules.type, parsePath(patch.path, pointer))
  const value = patch.value === undefined ? undefined : checkJson(patch.value, `${pointer}/value`)
  if (target.kind === 'through') checkThrough(patch, target, pointer)
  if (!isAllowed(target, patch)) notAllowed(patch, target, pointer)
  if (value === undefined) {
    if (patch.op !== 'remove') bad(target, pointer, undefined, `a value for ${patch.op}`)
    return
  }
  checkTargetValue(target, patch, value, rules, pointer)
}
