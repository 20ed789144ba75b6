import type { Slice, WorldIssue } from '@shared/world'
import type { Effect } from '@shared/tool-result'
import type { SubjectChange, WorldEffects, WorldReads } from '../world/types'
import { hashOf } from './canonical'

/** What a script would change, as an approval card shows it: each slice with its patches, each subject before and after, and errors (03 §5). No new id: they are given at the commit. */
export function worldEffects(effects: WorldEffects, before: WorldReads, after: WorldReads, of: string | null): Effect[] {
  const place = of === null ? '' : `${of}: `
  const all = [...effects.slices.map((slice) => sliceEffect(slice, before, after)), ...effects.changes.map(subjectEffect), ...effects.issues.filter((issue) => issue.severity === 'error').map(issueEffect)]
  return all.map((effect) => ({ ...effect, target: `${place}${effect.target}` }))
}

function sliceEffect({ id, done, title, time }: WorldEffects['slices'][number], before: WorldReads, after: WorldReads): Effect {
  const old = done === 'created' ? null : before.slice(id)
  const made = done === 'hidden' ? null : after.slice(id)
  const moved = old !== null && made !== null && old.instant !== made.instant ? ` (was ${old.time})` : ''
  return {
    kind: 'world', target: `slice ${done === 'created' ? '' : `${id} `}"${title}" · ${time}${moved}`, resolved: done === 'created' ? null : id, before: old && sliceHash(old), after: made && sliceHash(made),
    action: done === 'created' ? 'create' : done === 'changed' ? 'change' : 'trash', preview: linesBetween(old, made),
  }
}

/** Ids of patches are new at every edit, so they are no part of what is bound. */
const bare = ({ patches = [] }: Slice) => patches.map(({ patchId: _id, ...patch }) => patch)
const sliceHash = (slice: Slice): string => hashOf({ instant: slice.instant, title: slice.title, summary: slice.summary, kind: slice.kind, patches: bare(slice) })

/** A diff of the patches, one line each; a new slice's are all new. */
function linesBetween(old: Slice | null, made: Slice | null): string {
  const lines = (slice: Slice | null): string[] => (slice === null ? [] : bare(slice).map((patch) => `${patch.subjectId} ${patch.path} ${patch.op}${patch.value === undefined ? '' : ` ${JSON.stringify(patch.value)}`}`))
  const [from, to] = [lines(old), lines(made)]
  return [...from.filter((line) => !to.includes(line)).map((line) => `-${line}`), ...to.map((line) => `${from.includes(line) ? ' ' : '+'}${line}`)].join('\n')
}

function subjectEffect({ subject, before, after }: SubjectChange): Effect {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const fields = names.map((field) => ({ field, from: before?.[field] ?? null, to: after?.[field] ?? null })).filter(({ from, to }) => hashOf(from) !== hashOf(to))
  return {
    kind: 'world', target: subject.name === subject.id ? subject.id : `${subject.name} (${subject.id})`, resolved: subject.id, before: before && hashOf(before), after: after && hashOf(after), action: before === null ? 'create' : 'change',
    preview: fields.map(({ field, from, to }) => `${field}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`).join('\n'), type: subject.type, fields,
  }
}

const issueEffect = ({ label, code, subjectId, path, title }: WorldIssue): Effect => ({
  kind: 'world', target: `${subjectId}${path === undefined ? '' : ` ${path}`}`, resolved: subjectId, before: null, after: null, action: 'warn', preview: `${label} ${code}: ${title}`,
})
