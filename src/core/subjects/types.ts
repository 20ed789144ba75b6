import type { Change } from '@shared/tool-result'
import type { By, FileChange } from '../project/types'
import type { Vectors } from '../world/search/search-text'
import type { SubjectMemory } from './subject-lines'
import type { SubjectPlace, SubjectSource } from './subject-path'

/** Facts for memory.curator; `problem` says why its patch of before could not be used. */
export interface CuratorRequest { sessionId: number; subjectPath: string; facts: readonly string[]; memories: readonly SubjectMemory[]; problem: string | null; signal: AbortSignal }
/** Asks memory.curator once; gives the patch as it was reported, not looked at. Faults of the model and of the limits as they come. */
export type Curator = (request: CuratorRequest) => Promise<unknown>

/** What the facts make of a subject's memories. */
export type Curation =
  | { status: 'updated'; attempts: number; memories: SubjectMemory[] }
  | { status: 'unchanged'; attempts: number }
  | { status: 'needs_review'; attempts: number; reason: string }

/** A file of a subject as it stands; null: there is none. */
export interface SubjectText { readonly text: string; readonly hash: string; readonly eol: 'lf' | 'crlf' }
export interface SearchRequest { place: SubjectPlace; source: SubjectSource; file: SubjectText | null; shown: string; query: string; limit: number; signal: AbortSignal }
/** A text that was found, nearest first; of an event also when it was. */
export interface FoundText { text: string; tick?: number | string | undefined; time?: string | undefined }

/** What subjects of simulations remember (07 §5), in files the author can read. */
export interface SubjectService {
  /** Nearest texts of one source, by meaning alone. EMBEDDING_NOT_CONFIGURED, EMBEDDING_FAILED, EMBEDDING_CHANGED, JSONL_INVALID. */
  search(request: SearchRequest): Promise<FoundText[]>
  /** Writes a source whole, if it stands as it did; its vectors are looked at before the next search. STALE_READ. */
  write(place: SubjectPlace, source: SubjectSource, change: FileChange, by: By, signal: AbortSignal): Promise<Change[]>
  /** PROJECT_LOCKED, before the curator works for nothing. */
  assertWritable(): void
  /** Memories with the facts taken in, in at most two attempts; equal for an equal call while the file is unchanged. */
  curate(request: { sessionId: number; callId: string; place: SubjectPlace; file: SubjectText | null; shown: string; facts: readonly string[]; signal: AbortSignal }): Promise<Curation>
  /** What search by meaning keeps, and for which model. */
  index(): { texts: number; models: string[] }
  /** Forgets all vectors; the next search makes them anew. Gives how many there were. */
  clearIndex(): number
}

export interface SubjectParts { /** EMBEDDING_NOT_CONFIGURED. */ vectors(): Vectors; /** Asked for at the first use. */ curator(): Curator }
