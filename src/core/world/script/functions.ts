import type { WorldWrite } from '@shared/world'
import type { GetOptions, SearchHit, SliceFilter, WorldFiles, WorldReads, WorldRun } from '../types'
import { instantIn, type ArgumentsOf, type FunctionName } from './arguments'
import { readInstant } from './instants'

/** What `search.text` may narrow; `at` is the latest unless given (03 §9). */
export interface SearchOptions { k?: number | undefined; threshold?: number | undefined; types?: readonly string[] | undefined; attrs?: readonly string[] | undefined; at?: bigint | undefined }
export type SearchText = (reads: WorldReads, query: string, options: SearchOptions, signal: AbortSignal) => Promise<SearchHit[]>

/** What the functions of one script reach. */
export interface ScriptWorld { run: WorldRun; files: WorldFiles; search: SearchText; signal: AbortSignal; note(text: string): void }

type Functions = { readonly [F in FunctionName]: (world: ScriptWorld, args: ArgumentsOf<F>) => unknown }

const given = <T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> }

/** Every function of `world`, over one run (03 §7). */
const functions: Functions = {
  'time.parse': ({ files }, [text]) => String(files.calendar().parse(text)),
  'time.format': ({ files }, [t]) => files.calendar().format(readInstant(t, '/t')),
  'time.now': ({ run }) => String(run.now()),
  'subject.get': ({ run }, [id, options]) => run.attrs(id, getOptions(options)),
  'subject.gets': ({ run }, [ids, options]) => ids.map((id) => run.attrs(id, getOptions(options))),
  'subject.list': ({ run }, [type]) => run.subjects(type),
  'subject.findRefs': ({ run }, [targetId, sourceType]) => run.findRefs(targetId, sourceType),
  'search.text': ({ run, search, signal }, [query, options = {}]) => search(run, query, { ...options, at: instantIn(options.at, '/options/at') }, signal),
  'slice.list': listSlices,
  'slice.get': ({ run }, [id]) => run.slice(id),
  'slice.write': ({ run }, [slice]) => run.write({ do: 'write', slice: { ...slice, time: String(readInstant(slice.time, '/time')) } }),
  'slice.editPatches': ({ run }, [sliceId, edits, meta]) => run.write(editOf(sliceId, edits, meta)),
  'slice.delete': ({ run }, [sliceId]) => ({ issues: run.write({ do: 'hide', sliceId }).issues }),
}

export const callFunction = <F extends FunctionName>(name: F, world: ScriptWorld, args: ArgumentsOf<F>): unknown => functions[name](world, args)

function getOptions(options: ArgumentsOf<'subject.get'>[1] = {}): GetOptions {
  return given({ ...options, at: instantIn(options.at, '/options/at') })
}

function listSlices({ run, note }: ScriptWorld, [options = {}]: ArgumentsOf<'slice.list'>): unknown {
  const filter: SliceFilter = given({ ...options, from: instantIn(options.from, '/options/from'), to: instantIn(options.to, '/options/to') })
  const { items, total } = run.slices(filter)
  if (items.length + (filter.offset ?? 0) < total) note(`(slice.list: ${items.length} of ${total}, use offset)`)
  return items
}

function editOf(sliceId: string, edits: ArgumentsOf<'slice.editPatches'>[1], meta: ArgumentsOf<'slice.editPatches'>[2]): WorldWrite {
  if (meta === undefined) return { do: 'edit', sliceId, edits }
  const time = instantIn(meta.time, '/meta/time')
  return { do: 'edit', sliceId, edits, meta: { ...meta, time: time === undefined ? undefined : String(time) } }
}
