import type { FileHandle } from 'node:fs/promises'
import type Database from 'better-sqlite3'
import type { CoreEvent } from '@shared/events'
import type { TrashItem, Version } from '@shared/procedures/files'
import type { Locale } from '@shared/settings'
import type { Change } from '@shared/tool-result'
import type { Hashed } from './hash'
import type { Moment } from './paths/moment'

/** Time, ids and randomness are injected so that tests and replays are exact. */
export interface Env {
  now(): Date
  /** `prefix_` + a fresh ULID. */
  id(prefix: string): string
  random(): number
  /** `~/.wenqu`, or WENQU_HOME. */
  readonly home: string
}

export type Actor = 'agent' | 'shell' | 'script' | 'author' | 'outside' | 'restore'
/** Who changes something; written to the journal beside the change. */
export interface By { actor: Actor; sessionId: number | null; callId: string | null }

export interface Manifest { kind: 'novel'; title: string; summary?: string; cover?: string; locale: Locale }

/** A path of a tool or of the window after every step of 06 §1.2. */
export interface SafePath {
  /** As the project names it, `/` separated, NFC untouched: what is shown and recorded. */
  readonly shown: string
  /** Absolute, links resolved: what is opened. */
  readonly real: string
  readonly exists: boolean
  /** The opened project whose root owns it; null for a root outside projects. */
  readonly owner: string | null
  /** Real paths of the siblings whose names differ only in case or composition; told only where asked for (`PathRules.twins`). */
  readonly twins?: readonly string[]
}
export type PathUse = 'read' | 'write' | 'create'
export interface PathRules {
  use: PathUse
  writeGlobs?: readonly string[]
  /** Absolute folders; `/` admits every absolute path outside /proc /sys /dev (the exception of 06 §1.1). */
  readRoots?: readonly string[]
  writeRoots?: readonly string[]
  /** What the last name may be when it exists: a regular file (default), a folder, or either. */
  kind?: 'file' | 'folder' | 'any'
  /** A missing target of a read is NOT_FOUND unless this is true. */
  missingOk?: boolean
  /** Siblings of a new name that differ only in case or composition are told, not refused: for whoever knows that one of them goes (`checkTwins`). */
  twins?: 'tell'
  /** Shared by paths that are judged together. */
  moment?: Moment
}

/** The text of a file with what an edit must keep (06 §2). */
export interface TextFile { readonly text: string; readonly hash: string; readonly bom: boolean; readonly eol: 'lf' | 'crlf'; readonly bytes: number }

/** One file change of a group that happens whole or not at all (06 §6). `text` null = to the trash; with `moveTo`, the bytes move as they are. */
export interface FileChange { path: SafePath; text: string | null; /** Required hash of what is there; null = nothing may be there. */ base: string | null; moveTo?: SafePath; /** Permissions of a new file; an existing one keeps its own. */ mode?: number; /** Written as they are, in place of `text`: what a restore puts back. */ bytes?: Uint8Array; /** The author of an import accepted the U+FFFD in `text`. */ lossAccepted?: boolean; /** Contents that whoever made the change has hashed: equal ones are not hashed again. */ known?: readonly Hashed[] }

export interface Reading { bytes(path: SafePath): Promise<Hashed & { bytes: Buffer }>; close(): Promise<void> }

/** `endsWithCall`: a full commit of sessions.sqlite follows before anyone is told of the change, as that of a call's row does; its own end need not wait for the disk, too. */
export interface Applying { readonly signal?: AbortSignal; readonly endsWithCall?: boolean }

/** The only holder of write handles inside a project. */
export interface ProjectFiles {
  authorize(path: string, rules: PathRules): Promise<SafePath>
  /** NOT_FOUND, NOT_A_FILE, NOT_TEXT, NOT_UTF8. */
  readText(path: SafePath): Promise<TextFile>
  /** The bytes as they stand, of any regular file. NOT_FOUND, NOT_A_FILE, PATH_CHANGED. */
  readBytes(path: SafePath): Promise<{ bytes: Buffer; hash: string }>
  /** `readBytes` of several files of one moment, through folders held until `close`. */
  reading(): Reading
  /** A handle on a regular file, opened without following links; the caller closes it. NOT_FOUND, NOT_A_FILE, PATH_CHANGED. */
  openRead(path: SafePath): Promise<FileHandle>
  /** A file of at most `most` bytes in one go, with the number of its names; null when it has more. NOT_FOUND, NOT_A_FILE, PATH_CHANGED. */
  readAtOnce(path: SafePath, most: number): Promise<{ bytes: Buffer; links: number } | null>
  hash(path: SafePath): Promise<string | null>
  /** All or none, journalled before the first rename; STALE_READ when a base differs; emits file.changed. Returns the changes for a tool result. */
  apply(changes: readonly FileChange[], by: By, how?: Applying): Promise<Change[]>
  /** Renames a file or folder; its history goes along. FILE_EXISTS when the name is taken. */
  move(from: SafePath, to: SafePath, by: By): Promise<void>
  /** Makes a folder and what is missing above it; an existing one is no error. */
  makeFolder(path: SafePath, by: By): Promise<void>
  /** Takes an empty folder away; one that holds anything stays. */
  removeEmptyFolder(path: SafePath, by: By): Promise<void>
  /** Ends half-done groups at open: all or none (06 §6). */
  recover(): Promise<void>
}

/** What a run changed: for the tool result; and what of it cannot be given back: old contents too large to keep, links. */
export interface RunChanges { changes: Change[]; unkept: readonly string[]; /** Where each changed link led and leads; null: it was not there, or is gone. */ links: readonly LinkChange[] }
export interface LinkChange { path: string; before: string | null; after: string | null }
/** A run whose before-state is on the disk. */
export interface OpenRun { end(): Promise<RunChanges> }
export interface BracketOptions { /** The run cannot write `.nbook`: neither its files nor the databases need keeping. */ nbookSafe: boolean }

export interface RunBracket {
  /** Notes every file and keeps the bytes, so that whatever a process changes can be given back (06 §8). JOURNAL_FAILED. */
  begin(by: By, options: BracketOptions): Promise<OpenRun>
  /** Journals what runs changed whose process ended before they did. */
  recover(): Promise<void>
}

export interface Blobs { /** `hash`: of exactly these bytes, where it is known already. */ put(bytes: Uint8Array, hash?: string): Promise<string>; get(hash: string): Promise<Uint8Array | null>; has(hash: string): boolean }

/** Which texts the window holds unsaved, as it tells; asked for before anyone else writes them (06 §6). */
export interface Unsaved {
  /** The window's word: this text has unsaved writing, or no longer. */
  mark(path: string, unsaved: boolean): void
  /** Has the window save these texts, or all of them (null), and waits for its answer; a window that does not answer in time is not waited for again. */
  flush(paths: readonly string[] | null): Promise<void>
}

/** A text for the history. `stored`: its bytes, which are a blob already; `fileHash`: of the whole file it is the text of. */
export interface KeptText { readonly path: string; readonly text: string; readonly stored: Hashed | null; readonly fileHash: string }

/** Versions whose texts are kept: `note` writes their rows, inside a transaction of the sessions' database; `tell` says so once it is committed. */
export interface ReadyVersions { note(): void; tell(): void }

export interface History {
  /** Keeps a text; equal to the newest version of that path = no new row unless named. */
  keep(path: string, text: string, reason: Version['reason'], by: string, name?: string | null): Promise<Version>
  /** Several texts at once, to be noted in the commit of the change they are kept for. */
  readyAll(texts: readonly KeptText[], reason: Version['reason'], by: string): Promise<ReadyVersions>
  list(path: string): Version[]
  text(id: string): Promise<{ version: Version; text: string }>
  /** A moved file takes its history along. */
  moved(from: string, to: string): void
}

export interface Trash {
  /** One item for all paths. */
  put(paths: readonly SafePath[], by: By): Promise<TrashItem>
  list(): TrashItem[]
  preview(id: string): Promise<{ text: string; holds: string[] }>
  restore(id: string): Promise<{ restoredTo: string; renamed: boolean }>
  purge(ids: readonly string[]): Promise<number>
}

/** Who holds a project's lock (02 §4); `at` is its last heartbeat. */
export interface LockHolder { machine: string; user: string; pid: number; at: string; stale: boolean }

/** The event sink of one project; core's hub numbers and keeps what it gets. */
export type Emit = (event: CoreEvent) => void

/** A project folder that this process holds open (02 §4). Domain services are built on it. */
export interface OpenedProject {
  readonly slug: string
  readonly dir: string
  readonly generation: string
  readonly readOnly: boolean
  /** Its disk or folder takes no changes: it can only be read, and nobody holds its lock. */
  readonly unwritable: boolean
  manifest(): Manifest
  /** How many changes in the project's folder have been seen; null where or while they would not be (`Watcher`). */
  seen(real: string): number | null
  readonly projectDb: Database.Database
  readonly sessionsDb: Database.Database
  readonly files: ProjectFiles
  /** The journal's bracket around processes that write in the project as they like. */
  readonly runs: RunBracket
  readonly blobs: Blobs
  readonly history: History
  readonly unsaved: Unsaved
  readonly trash: Trash
  readonly env: Env
  readonly emit: Emit
  /** PROJECT_LOCKED while another installation holds it. */
  assertWritable(): void
  /** Who holds the lock when this installation does not; null when it does. */
  lock(): LockHolder | null
  /** The author's act on a stale lock; false when its holder lives. The project must be opened anew to write. */
  takeOverLock(): boolean
  trusted(): boolean
  close(): Promise<void>
}

/** One thing `project verify` found; `notice` is only told and does not fail the command (10). */
export interface Finding { severity: 'error' | 'warning' | 'notice'; code: string; message: string; path: string | null }
