import { z } from 'zod'
import { StoryKind, StoryPlace } from '../story'
import { Patch } from '../world'
import { human, open } from './procedure'

const inProject = { project: z.string() }
const done = z.object({})
export const FileRow = z.object({ path: z.string(), name: z.string(), kind: z.enum(['file', 'folder']), bytes: z.number(), modifiedAt: z.string(), /** Content node title, when it has one. */ title: z.string().nullable(), text: z.boolean() })
export type FileRow = z.infer<typeof FileRow>

/** A stored text of a chapter (09 §5 History). */
export const Version = z.object({ id: z.string(), path: z.string(), at: z.string(), reason: z.enum(['day', 'time', 'agent', 'paste', 'named', 'outside', 'restore', 'replace']), name: z.string().nullable(), words: z.number(), hash: z.string(), by: z.string() })
export type Version = z.infer<typeof Version>

export const filesProcedures = {
  'text.open': open('A text with its hash; front matter comes apart so that an editor shows prose only.', z.strictObject({ ...inProject, path: z.string() }), z.object({ path: z.string(), text: z.string(), hash: z.string(), readOnly: z.boolean(), title: z.string().nullable(), /** The YAML block, verbatim, or "". The file = frontMatter + text. */ frontMatter: z.string(), eol: z.enum(['lf', 'crlf']) })),
  'text.save': human('Writes the author\'s text if the file still has `baseHash`; otherwise says so and changes nothing (TEXT_CONFLICT).', z.strictObject({ ...inProject, path: z.string(), text: z.string(), baseHash: z.string(), /** A version of the old text is kept for this reason. */ keep: z.enum(['none', 'day', 'time', 'paste', 'replace']).default('none') }), z.object({ hash: z.string(), words: z.number(), wordsWithPunctuation: z.number() })),
  'text.unsaved': open('Tells core whether the window holds unsaved writing of a text, so that it is saved before an agent writes the file.', z.strictObject({ ...inProject, path: z.string(), unsaved: z.boolean() }), done),
  'text.recreate': human('Writes the author\'s text again where its file was deleted outside.', z.strictObject({ ...inProject, path: z.string(), text: z.string() }), z.object({ hash: z.string() })),
  'text.merge': open('Three-way merge of the base, the author\'s and the outside text.', z.strictObject({ ...inProject, path: z.string(), baseHash: z.string(), mine: z.string() }), z.object({ merged: z.string(), conflicts: z.number(), theirs: z.string(), theirsHash: z.string() })),
  'versions.list': open('Versions of a text, newest first.', z.strictObject({ ...inProject, path: z.string() }), z.object({ versions: z.array(Version) })),
  'versions.text': open('The text of one version.', z.strictObject({ ...inProject, id: z.string() }), z.object({ version: Version, text: z.string() })),
  'versions.keep': human('Keeps the present text as a version, with a name if given.', z.strictObject({ ...inProject, path: z.string(), text: z.string(), reason: z.enum(['named', 'day', 'time', 'paste', 'outside', 'replace']), name: z.string().max(120).nullable() }), Version),
  'versions.restore': human('Puts a version back; the text it replaces becomes a version.', z.strictObject({ ...inProject, id: z.string() }), z.object({ hash: z.string(), text: z.string() })),
  'files.list': open('Folder contents of the project\'s own folders ("" = its top).', z.strictObject({ ...inProject, dir: z.string() }), z.object({ rows: z.array(FileRow) })),
  'files.create': human('Makes a text or folder.', z.strictObject({ ...inProject, path: z.string(), kind: z.enum(['file', 'folder']), text: z.string().default('') }), z.object({ path: z.string() })),
  'files.move': human('Renames or moves a file or folder; refuses a taken name.', z.strictObject({ ...inProject, from: z.string(), to: z.string() }), z.object({ path: z.string() })),
  'files.trash': human('Moves a file or folder to the trash.', z.strictObject({ ...inProject, path: z.string() }), z.object({ item: z.string(), words: z.number() })),
} as const

export const TrashItem = z.object({
  id: z.string(), kind: z.enum(['file', 'folder', 'act', 'chapter', 'phase', 'thread', 'scene', 'promise', 'decision', 'slice', 'project']), name: z.string(), from: z.string(), /** Of what belongs to the plan. */ place: StoryPlace, by: z.string(), sessionId: z.number().nullable(),
  at: z.string(), words: z.number(), bytes: z.number(),
})
export type TrashItem = z.infer<typeof TrashItem>
export const trashProcedures = {
  'trash.list': open('What was deleted, newest first.', z.strictObject(inProject), z.object({ items: z.array(TrashItem) })),
  'trash.preview': open('The start of an item\'s text, or what it holds.', z.strictObject({ ...inProject, id: z.string() }), z.object({ text: z.string(), holds: z.array(z.string()), /** What a hidden slice would change. */ patches: z.array(Patch) })),
  'trash.restore': human('Puts an item back at its place, or the nearest; says which.', z.strictObject({ ...inProject, id: z.string() }), z.object({ restoredTo: z.string(), renamed: z.boolean(), /** What of the plan came back, and what it stands in. */ story: z.object({ kind: StoryKind, id: z.string(), place: StoryPlace }).nullable() })),
  'trash.purge': human('Destroys chosen items for ever. The only physical deletion.', z.strictObject({ ...inProject, ids: z.array(z.string()).min(1), /** A whole project asks for its exact title. */ confirmTitle: z.string().optional() }), z.object({ purged: z.number() })),
  'trash.deleteProject': human('Moves the whole project into its workspace\'s trash; asks for the exact title.', z.strictObject({ ...inProject, confirmTitle: z.string() }), done),
} as const
