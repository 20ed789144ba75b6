import type { WorldIssue } from '@shared/world'
import { codes, tidy, type Finding } from './findings'
import { timeText } from './instants'
import { issueTexts, type Locale } from './issue-texts'
import { attrOf, segmentsOf } from './path'
import { typeOf } from './targets'
import type { Attr, WorldFiles, WorldSchema } from './types'
import type { View } from './view'

/** A path as an author reads it: the labels of the schema where it has any. */
function placeName(schema: WorldSchema, type: string, path: string): string {
  let attrs: Readonly<Record<string, Attr>> | undefined = typeOf(schema, type)?.attrs
  return segmentsOf(path).map((segment) => {
    const attr: Attr | undefined = attrs !== undefined && Object.hasOwn(attrs, segment) ? attrs[segment] : undefined
    attrs = attr?.kind === 'object' ? attr.fields : undefined
    return attr?.label ?? segment
  }).join(' › ')
}

/** Findings in words (03 §8), each once, errors first. */
export function present(findings: readonly Finding[], view: View, files: WorldFiles, locale: Locale): WorldIssue[] {
  const { texts, slice: named, hidden } = issueTexts[locale]
  const sliceName = (id: number | undefined): string => {
    const row = id === undefined ? undefined : view.slice(id)
    return row ? named(row.title, timeText(files, row.instant)) : hidden
  }
  return tidy(findings).map((finding) => {
    const { label, subjectId, path, op, sliceId, patchId, cause } = finding
    const subject = view.subject(subjectId)
    const names = { subject: subject?.name ?? subjectId, place: placeName(view.resolver.schema, subject?.type ?? '', path), slice: sliceName(sliceId), cause: cause === undefined ? null : timeText(files, cause.instant), finding }
    const { title, message, ...explanation } = texts[label](names)
    return {
      code: codes[label], label, severity: label.startsWith('E') ? 'error' : 'advisory', ...(sliceId === undefined ? {} : { sliceId: String(sliceId) }),
      ...(patchId === undefined ? {} : { patchId: String(patchId) }), subjectId, attr: attrOf(path), path, ...(op === undefined ? {} : { op }), title, message, explanation,
    }
  })
}
