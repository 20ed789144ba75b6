import { z } from 'zod'
import { StoryId } from '../ids'
import { human, open } from './procedure'

const inProject = { project: z.string() }

export const ExportFormat = z.enum(['txt', 'docx', 'epub', 'md', 'html'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** How acts and chapters are headed: as they are named, `第N章 …` or `Chapter N: …` where the name has no number of its own, or not at all. */
export const TitleStyle = z.enum(['written', 'numbered', 'none'])
export type TitleStyle = z.infer<typeof TitleStyle>

/** Characters at most: of what stands between scenes, and of the author's name. */
export const longestBreak = 40
export const longestAuthor = 120

/** What the author chooses of an export (09 §16). */
export const ExportChoice = z.strictObject({
  format: ExportFormat,
  /** Chapter ids in any order; null is the whole book. They always come out in reading order. */
  chapters: z.array(StoryId).max(20_000).nullable().default(null),
  titles: TitleStyle.default('written'),
  /** Paragraphs of East Asian text start two ideographs in: characters in a TXT, a style elsewhere. */
  indent: z.boolean().default(true),
  /** What stands between scenes; null leaves each break as it is written, an empty text is a blank line. */
  sceneBreak: z.string().max(longestBreak).regex(/^[^\r\n]*$/).nullable().default(null),
  /** Of a TXT alone. */
  crlf: z.boolean().default(false),
  /** Named by an EPUB, a docx and a web page; empty: nobody is. */
  author: z.string().max(longestAuthor).default(''),
})
export type ExportChoice = z.infer<typeof ExportChoice>

/** What does not come out, each named. `empty`: a chapter without text; `gone`: a chapter whose file is gone; `orphan`: a text that belongs to no chapter; `unreadable`: a file that cannot be read; `control`: characters this format cannot hold. */
export const LeftOut = z.object({ reason: z.enum(['empty', 'gone', 'orphan', 'unreadable', 'control']), /** A chapter's title, or a path. */ what: z.string(), chapterId: StoryId.nullable(), /** Of characters; 0 otherwise. */ count: z.number() })
export type LeftOut = z.infer<typeof LeftOut>

/** One chapter to tick. `title` is as the author named it, `number` its 1-based place in the whole book. */
export const ExportChapter = z.object({ id: StoryId, number: z.number(), title: z.string(), words: z.number(), hasText: z.boolean(), /** Of its texts. */ paths: z.array(z.string()) })
/** Chapters in a row that belong to one act, in reading order; `act` null stands for chapters of none. */
export const ExportSection = z.object({ act: z.object({ id: StoryId, title: z.string() }).nullable(), chapters: z.array(ExportChapter) })
export type ExportSection = z.infer<typeof ExportSection>

/** One line as it will look; of a TXT and Markdown it is the line itself, of the others its text without a look. */
export const PreviewLine = z.object({
  kind: z.enum(['title', 'act', 'chapter', 'paragraph', 'heading', 'break', 'blank']), text: z.string(),
  /** Where some of it is emphasised: its pieces, joined they are `text`. */ runs: z.array(z.object({ text: z.string(), bold: z.boolean(), italic: z.boolean() })).optional(),
})
export type PreviewLine = z.infer<typeof PreviewLine>

const counts = { chapters: z.number(), words: z.number(), wordsWithPunctuation: z.number(), leftOut: z.array(LeftOut) }

export const exportProcedures = {
  'export.choices': open('What can be exported, and what would be left out.', z.strictObject(inProject), z.object({
    title: z.string(), sections: z.array(ExportSection), ...counts, /** Why nothing can be exported. */ empty: z.enum(['noChapters', 'noText']).nullable(),
    /** A file name without its ending that every system takes, and the folder beside the novel's own. */ suggestedName: z.string(), suggestedFolder: z.string(),
    /** The export that runs now, for a window that did not hear of it. */ running: z.string().nullable(),
  })),
  'export.preview': open('The first part of an export as it will look, and what it will hold; writes nothing.', z.strictObject({ ...inProject, choice: ExportChoice }), z.object({ ...counts, lines: z.array(PreviewLine), /** More follows in the file than is shown. */ cut: z.boolean(), /** Whether paragraphs are to be shown two ideographs in: in a TXT the characters are there already. */ indented: z.boolean() })),
  'export.run': human('Exports to a file; progress by events. FILE_EXISTS while `overwrite` is not given and something is there.', z.strictObject({ ...inProject, choice: ExportChoice, /** Absolute. */ file: z.string().min(1), overwrite: z.boolean().default(false) }), z.object({ exportId: z.string() })),
  'export.stop': human('Stops an export; nothing of it stays, and what was there before does.', z.strictObject({ ...inProject, exportId: z.string() }), z.object({})),
  'export.report': open('How an export stands or ended.', z.strictObject({ ...inProject, exportId: z.string() }), z.object({ state: z.enum(['running', 'done', 'stopped', 'failed']), path: z.string(), ...counts, /** When the file was there, UTC ISO 8601; null: it was not. */ doneAt: z.string().nullable(), /** Why it failed. */ code: z.string().nullable(), message: z.string().nullable() })),
} as const
