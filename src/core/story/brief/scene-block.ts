import type { BriefMode } from '@shared/story-ledgers'
import type { AnchorSubject } from '../world-anchor'
import type { SubjectState } from '../world-context'
import type { BriefScene } from './brief-scene'
import type { BriefTexts } from './brief-texts'
import { field, inItem } from './field-line'

const named = (texts: BriefTexts, subject: AnchorSubject): string => (subject.resolved ? `${subject.name ?? subject.id} (${subject.id})` : `${subject.id}${texts.unregistered}`)

function whenWhoWhere({ scene, anchor }: BriefScene, texts: BriefTexts): string[] {
  const { startTime, startInstant, endTime, endInstant } = scene.worldAnchor
  const [start, end] = [startTime ?? startInstant, endTime ?? endInstant]
  return [
    ...field(texts, 'time', start === null && end === null ? null : `${start ?? '?'} – ${end ?? '?'}`), ...field(texts, 'cast', anchor.subjects.map((subject) => named(texts, subject)).join(texts.colon === '：' ? '、' : ', ')),
    ...field(texts, 'place', anchor.locationSubject && named(texts, anchor.locationSubject)),
  ]
}

/** Scalars only: lists and objects would bury the writer (02 §11). */
function stateLine({ subjectId, name, attrs }: SubjectState, texts: BriefTexts): string[] {
  const scalars = Object.entries(attrs).filter(([, value]) => value === null || typeof value !== 'object').map(([key, value]) => `${key} = ${inItem(String(value))}`)
  return scalars.length === 0 ? [] : [`  - ${name ?? subjectId}${texts.colon}${scalars.join('; ')}`]
}

/** What only a curated brief shows: the writer reads no other source (02 §11). */
function curatedLines({ world }: BriefScene, texts: BriefTexts): string[] {
  if (!world) return []
  const slices = world.slices.map((slice) => `  - ${slice.time === null ? '' : `${slice.time} `}${slice.title}${texts.patches(slice.patchCount)}${slice.summary === '' ? '' : `${texts.colon}${inItem(slice.summary)}`}`)
  const states = world.subjectStates.flatMap((state) => stateLine(state, texts))
  const under = (key: 'slices' | 'states', lines: readonly string[]): string[] => (lines.length === 0 ? [] : [`- ${texts.fields[key]}`, ...lines])
  return [...under('slices', slices), ...under('states', states)]
}

/** One scene of the brief: what it is for, its thread, then the block of the mode (02 §11 section 7). */
export function sceneBlock(part: BriefScene, number: number, mode: BriefMode, texts: BriefTexts): string[] {
  const { scene, thread } = part
  return [
    `### ${number}. ${scene.title} (${texts.sceneNumber(scene.id)})`, '', ...field(texts, 'thread', thread && `${thread.title}${thread.isMainThread ? texts.mainThread : ''}`), ...field(texts, 'summary', scene.summary),
    ...field(texts, 'purpose', scene.purpose), ...field(texts, 'tip', scene.writingTip), ...field(texts, 'threadSummary', thread?.summary), ...field(texts, 'threadTip', thread?.writingTip),
    ...whenWhoWhere(part, texts), ...(mode === 'curated' ? curatedLines(part, texts) : []),
  ]
}
