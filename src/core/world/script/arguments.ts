import { fail } from '@shared/fault'
import { PatchEdit, SliceInput, SliceMeta } from '@shared/world'
import { z } from 'zod'
import { readInstant } from './instants'

const instant = z.union([z.string(), z.number()])
const at = { at: instant.optional() }
const words = z.array(z.string()).max(200)

/** What each function of `world` takes (03 §6, §7); instants are read afterwards, so that their own faults are told. */
export const argumentShapes = {
  'time.parse': z.tuple([z.string()]),
  'time.format': z.tuple([instant]),
  'time.now': z.tuple([]),
  'subject.get': z.tuple([z.string(), z.strictObject({ ...at, deref: z.boolean().optional(), derefDepth: z.int().min(1).max(5).optional() }).optional()]),
  'subject.gets': z.tuple([z.array(z.string()).max(100), z.strictObject(at).optional()]),
  'subject.list': z.tuple([z.string().optional()]),
  'subject.findRefs': z.tuple([z.string(), z.string().optional()]),
  'search.text': z.tuple([z.string(), z.strictObject({ ...at, k: z.int().min(1).max(50).optional(), threshold: z.number().min(-1).max(1).optional(), types: words.optional(), attrs: words.optional() }).optional()]),
  'slice.list': z.tuple([z.strictObject({
    from: instant.optional(), to: instant.optional(), limit: z.int().min(1).max(200).optional(), offset: z.int().min(0).optional(), order: z.enum(['asc', 'desc']).optional(),
    withPatches: z.boolean().optional(), subjectIds: words.optional(), subjectMode: z.enum(['any', 'all']).optional(),
  }).optional()]),
  'slice.get': z.tuple([z.string()]),
  'slice.write': z.tuple([SliceInput.extend({ time: instant })]),
  'slice.editPatches': z.tuple([z.string(), z.array(PatchEdit), SliceMeta.extend({ time: instant.optional() }).optional()]),
  'slice.delete': z.tuple([z.string()]),
} as const
export type FunctionName = keyof typeof argumentShapes
export type ArgumentsOf<F extends FunctionName> = z.output<(typeof argumentShapes)[F]>

export const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(argumentShapes, name)
export const writingFunctions: ReadonlySet<FunctionName> = new Set(['slice.write', 'slice.editPatches', 'slice.delete'])

/** The names of the arguments, as pointers begin; '' where the one argument is the data itself. */
const names: Partial<Record<FunctionName, readonly string[]>> = {
  'subject.get': ['id', 'options'], 'subject.gets': ['ids', 'options'], 'subject.list': ['type'], 'subject.findRefs': ['targetId', 'sourceType'], 'search.text': ['query', 'options'],
  'slice.list': ['options'], 'slice.get': ['id'], 'slice.write': [''], 'slice.editPatches': ['id', 'edits', 'meta'], 'slice.delete': ['id'], 'time.parse': ['text'], 'time.format': ['t'],
}
/** Where an instant stands, so a big integer may. */
const instantPlaces: ReadonlySet<string> = new Set(['/t', '/options/at', '/options/from', '/options/to', '/time', '/meta/time'])

export const instantIn = (value: string | number | undefined, pointer: string): bigint | undefined => (value === undefined ? undefined : readInstant(value, pointer))

/** Parses and checks the arguments of one call. ARGS_INVALID, VALUE_INVALID (a big integer where no instant is). */
export function readArguments<F extends FunctionName>(name: F, json: string, bigs: string): ArgumentsOf<F> {
  const given: unknown = JSON.parse(json)
  const stray = z.array(z.string()).parse(JSON.parse(bigs)).find((pointer) => !instantPlaces.has(pointer))
  if (stray !== undefined) fail('VALUE_INVALID', `Found a big integer at ${stray}.`, { pointer: stray, expected: 'plain JSON; only instants are big integers' })
  const shape: z.ZodType<ArgumentsOf<F>> = argumentShapes[name] as never
  const read = shape.safeParse(padded(name, given))
  return read.success ? read.data : refuse(name, read.error)
}

/** Optional arguments that were left out are there as undefined; too many stay too many. */
function padded(name: FunctionName, given: unknown): unknown {
  const wanted = names[name]?.length ?? 0
  return Array.isArray(given) ? [...given, ...Array<undefined>(Math.max(0, wanted - given.length)).fill(undefined)] : given
}

function refuse(name: FunctionName, error: z.ZodError): never {
  const issue = deepest(error.issues)
  const [first, ...rest] = issue.path
  const head = typeof first === 'number' ? names[name]?.[first] ?? `argument ${first + 1}` : undefined
  const pointer = [...(head === undefined || head === '' ? [] : [head]), ...rest].map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  fail('ARGS_INVALID', `world.${name} does not take this${pointer === '' ? '' : ` at ${pointer}`}: ${issue.message}.`, { pointer, fix: 'See the declaration of world.' })
}

interface Issue { path: PropertyKey[]; message: string }
/** Of a choice of shapes, the one that came furthest says what is wrong. */
function deepest(issues: readonly z.core.$ZodIssue[]): Issue {
  const found = issues.map((issue): Issue => {
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return { path: issue.path, message: issue.message }
    const inner = issue.errors.map(deepest).sort((a, b) => b.path.length - a.path.length)[0]
    return inner === undefined ? issue : { path: [...issue.path, ...inner.path], message: inner.message }
  })
  return found[0] ?? { path: [], message: 'unreadable' }
}
