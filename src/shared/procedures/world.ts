import { z } from 'zod'
import { StoryId } from '../ids'
import { Locale } from '../settings'
import { Instant, Json, Slice, SliceId, Subject, WorldIssue, WorldWrite } from '../world'
import { SubjectTypes } from '../world-schema'
import { human, open } from './procedure'

const inProject = { project: z.string() }
const done = z.object({ sliceId: SliceId, issues: z.array(WorldIssue) })
const Attrs = z.record(z.string(), Json)
export const WorldFileName = z.enum(['schema', 'calendar'])
export type WorldFileName = z.infer<typeof WorldFileName>

/** One thing wrong in a file of the world, for its editor. */
export const WorldFileProblem = z.object({ line: z.number().nullable(), key: z.string().nullable(), message: z.string(), fix: z.string().nullable() })
export type WorldFileProblem = z.infer<typeof WorldFileProblem>
/** A file's text; `hash` null: there is no such file yet. */
export const WorldFile = z.object({ text: z.string(), hash: z.string().nullable() })
export type WorldFile = z.infer<typeof WorldFile>

/** Who set what a subject shows: the newest slice that touched a path. */
export const StateBy = z.object({ path: z.string(), sliceId: SliceId, instant: Instant })
export type StateBy = z.infer<typeof StateBy>
export const SubjectState = z.object({ subject: Subject, at: Instant, time: z.string(), attrs: Attrs, setBy: z.array(StateBy) })
export type SubjectState = z.infer<typeof SubjectState>

export const StateChange = z.object({ subject: Subject, at: Instant, before: Attrs.nullable(), after: Attrs.nullable() })
export type StateChange = z.infer<typeof StateChange>
export const WorldPreview = z.object({
  slices: z.array(z.object({ id: SliceId, done: z.enum(['created', 'changed', 'hidden']), title: z.string(), instant: Instant, time: z.string(), patches: z.number() })),
  changes: z.array(StateChange), issues: z.array(WorldIssue),
})
export type WorldPreview = z.infer<typeof WorldPreview>

/** The end of a chapter's last scene in the world's time; null while that scene has none. */
export const ChapterInstant = z.object({ chapterId: StoryId, number: z.number(), title: z.string(), instant: Instant.nullable(), time: z.string().nullable() })
export type ChapterInstant = z.infer<typeof ChapterInstant>

/** A world to start from: `language` says which language its words are in. */
export const WorldTemplate = z.object({ id: z.string(), language: z.enum(['zh-CN', 'en']), name: z.object({ zh: z.string(), en: z.string() }), about: z.object({ zh: z.string(), en: z.string() }), schema: z.string(), calendar: z.string() })
export type WorldTemplate = z.infer<typeof WorldTemplate>

export const HiddenSlice = Slice.extend({ hiddenAt: z.string().nullable() })
export type HiddenSlice = z.infer<typeof HiddenSlice>
const Calendar = z.object({ kind: z.enum(['gregorian', 'simple', 'custom']), format: z.string(), examples: z.array(z.string()) })
export type CalendarView = z.infer<typeof Calendar>

export const worldProcedures = {
  'world.timeline': open('Visible slices by instant, without their patches; `now` is the latest instant.', z.strictObject(inProject), z.object({ slices: z.array(Slice), now: Instant, seq: z.number() })),
  'world.slice': open('One slice with its patches.', z.strictObject({ ...inProject, id: SliceId }), Slice),
  'world.subjects': open('All subjects, by id.', z.strictObject(inProject), z.object({ subjects: z.array(Subject) })),
  'world.subject': open('One subject\'s state at an instant (the latest when absent) and which slice set each part.', z.strictObject({ ...inProject, id: z.string(), at: Instant.optional() }), SubjectState),
  'world.issues': open('What does not fit in the world as it stands, errors first.', z.strictObject(inProject), z.object({ issues: z.array(WorldIssue) })),
  'world.preview': open('What a write would change and which issues it would cause; nothing is saved.', z.strictObject({ ...inProject, write: WorldWrite }), WorldPreview),
  'world.save': human('Writes, edits or hides a slice as the author.', z.strictObject({ ...inProject, write: WorldWrite }), done),
  'world.createSubject': human('Registers a subject at an instant with its first values (a slice of kind init).', z.strictObject({ ...inProject, subject: Subject, at: Instant, values: Attrs, title: z.string().optional() }), done),
  'world.hidden': open('Hidden slices, the newest first.', z.strictObject(inProject), z.object({ slices: z.array(HiddenSlice) })),
  'world.restore': human('Shows a hidden slice again, at another instant when its own is taken.', z.strictObject({ ...inProject, sliceId: SliceId, at: Instant.optional() }), done),
  'world.purge': human('Destroys hidden slices for ever.', z.strictObject({ ...inProject, sliceIds: z.array(SliceId).min(1) }), z.object({ purged: z.number() })),
  'world.parseTime': open('Calendar text as an instant, written back the calendar\'s way. Without a calendar the instant itself is taken.', z.strictObject({ ...inProject, text: z.string().max(200) }), z.object({ instant: Instant, time: z.string() })),
  'world.formatTimes': open('Instants as calendar text.', z.strictObject({ ...inProject, instants: z.array(Instant).max(1_000) }), z.object({ times: z.array(z.string()) })),
  'world.chapterInstants': open('Where each chapter ends in the world\'s time.', z.strictObject(inProject), z.object({ chapters: z.array(ChapterInstant) })),
  'world.files': open('Schema and calendar: their texts and what they mean; nothing where a text is broken.', z.strictObject(inProject), z.object({ schema: WorldFile.extend({ types: SubjectTypes }), calendar: WorldFile.extend({ view: Calendar.nullable() }) })),
  'world.checkFile': open('What is wrong with a text of schema or calendar, and which issues the schema would cause; for a calendar, how it writes some instants.', z.strictObject({ ...inProject, file: WorldFileName, text: z.string().max(300_000), /** Of the messages. */ locale: Locale }),
    z.object({ problems: z.array(WorldFileProblem), issues: z.array(WorldIssue), examples: z.array(z.object({ instant: Instant, time: z.string() })) })),
  'world.saveFile': human('Writes schema or calendar if the file still has `baseHash` (null: there was none).', z.strictObject({ ...inProject, file: WorldFileName, text: z.string().max(300_000), baseHash: z.string().nullable() }), z.object({ hash: z.string() })),
  'world.templates': open('Worlds to start from.', z.strictObject(inProject), z.object({ templates: z.array(WorldTemplate) })),
} as const
