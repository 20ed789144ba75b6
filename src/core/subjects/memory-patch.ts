import jsonPatch, { type Operation as PatchOperation } from 'fast-json-patch'
import { z } from 'zod'
import { issueTexts, repeated, SubjectMemory } from './subject-lines'

/** JSON Patch as memory.curator reports it (RFC 6902). */
const Pointer = z.string().regex(/^(?:\/(?:[^~]|~[01])*)?$/, 'must be a JSON Pointer')
const Operation = z.discriminatedUnion('op', [
  z.strictObject({ op: z.enum(['add', 'replace', 'test']), path: Pointer, value: z.unknown() }).refine((one) => one.value !== undefined, 'value is missing'),
  z.strictObject({ op: z.literal('remove'), path: Pointer }),
  z.strictObject({ op: z.enum(['move', 'copy']), path: Pointer, from: Pointer }),
])
const Patch = z.array(Operation).max(500)

/** What the memories would be, or why the patch cannot be used. */
export type Patched = { memories: SubjectMemory[] } | { problem: string }

/** Applies a patch to the list and checks the result; nothing given is changed. */
export function patchMemories(memories: readonly SubjectMemory[], raw: unknown): Patched {
  const patch = Patch.safeParse(withoutSpares(raw))
  if (!patch.success) return { problem: `the patch is none: ${issues(patch.error, '/patch')}` }
  let result: unknown
  try {
    result = jsonPatch.applyPatch(structuredClone([...memories]), patch.data as PatchOperation[], true, true, true).newDocument
  } catch (error) {
    return { problem: `the patch cannot be applied: ${error instanceof jsonPatch.JsonPatchError ? `${error.name} at operation ${error.index ?? 0}` : 'it does not fit the list'}` }
  }
  const checked = z.array(SubjectMemory).safeParse(result)
  if (!checked.success) return { problem: `the patched list is no list of memories: ${issues(checked.error, '')}` }
  const twice = repeated(checked.data, ({ topic }) => topic)
  return twice === null ? { memories: checked.data } : { problem: `the topic "${twice.topic.slice(0, 80)}" would stand twice` }
}

/** Models fill in every key of a schema; a null or unneeded `from` and `value` mean that there is none. */
function withoutSpares(raw: unknown): unknown {
  if (!Array.isArray(raw)) return raw
  return raw.map((one: unknown) => {
    if (typeof one !== 'object' || one === null || !('op' in one)) return one
    const { from, value, ...rest } = one as Record<string, unknown>
    const moves = one.op === 'move' || one.op === 'copy'
    return { ...rest, ...(moves ? { from } : one.op === 'remove' ? {} : { value }) }
  })
}

const issues = (error: z.ZodError, at: string): string => issueTexts(error, at).slice(0, 5).join('; ')
