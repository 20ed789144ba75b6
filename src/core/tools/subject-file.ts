import type { Effect } from '@shared/tool-result'
import type { SafePath, TextFile } from '../project/types'
import { subjectFile, subjectPlace, type SubjectPlace, type SubjectSource } from '../subjects/subject-path'
import type { SubjectService } from '../subjects/types'
import { planText, type PlannedText } from './file-effect'
import type { FileService } from './file-service'
import type { Caller } from './types'

declare module './types' {
  interface ToolServices { subjects: SubjectService }
}

/** One source of a subject as it stands; `old` null: there is none yet. */
export interface SubjectFile { readonly place: SubjectPlace; readonly source: SubjectSource; readonly path: SafePath; readonly old: TextFile | null }

/** SUBJECT_PATH, SUBJECT_FORBIDDEN, and what any path of a tool may meet (06 §1.2). */
export async function openSubjectFile(files: FileService, caller: Caller, subjectPath: string, source: SubjectSource, use: 'read' | 'create'): Promise<SubjectFile> {
  const place = subjectPlace(subjectPath)
  const path = await files.authorize(caller, subjectFile(place, source), use, use === 'read' ? { missingOk: true } : {})
  return { place, source, path, old: path.exists ? await files.text(path) : null }
}

export interface SubjectPlan { file: SubjectFile; text: PlannedText }

/** A whole new text of a source, with the card that says what changes for the subject (05 §6). */
export function planSubject(file: SubjectFile, text: string, fields: NonNullable<Effect['fields']>): { plan: SubjectPlan; effect: Effect } {
  const { plan, effect } = planText(file.path, file.old, text)
  return { plan: { file, text: plan }, effect: { ...effect, kind: 'subject', preview: '', fields } }
}

/** Commits a plan under the call's own id; STALE_READ when the file is another by now. */
export const writeSubject = ({ file, text }: SubjectPlan, subjects: SubjectService, { sessionId, callId }: Caller, signal: AbortSignal): ReturnType<SubjectService['write']> =>
  subjects.write(file.place, file.source, { path: text.path, text: text.text, base: text.base }, { actor: 'agent', sessionId, callId }, signal)

/** What every subject tool takes. */
export const subjectPathText = 'Folder of the subject: simulation/subjects/ and its name.'
