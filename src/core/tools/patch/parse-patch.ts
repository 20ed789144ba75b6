import type { Hunk, PatchProblem, Section } from './patch-types'

const BEGIN = '*** Begin Patch'
const END = '*** End Patch'
const END_OF_FILE = '*** End of File'
const heads = { add: '*** Add File: ', delete: '*** Delete File: ', update: '*** Update File: ', move: '*** Move to: ' } as const
type Head = keyof typeof heads

/** Reads the whole grammar of 06 §5; every mistake is told with its line, and with one of them no section counts. */
export function parsePatch(patch: string): { sections: Section[]; problems: PatchProblem[] } {
  const reader = new PatchReader(patch.replace(/\r\n?/g, '\n').split('\n'))
  reader.read()
  return { sections: reader.sections, problems: reader.problems }
}

class PatchReader {
  readonly sections: Section[] = []
  readonly problems: PatchProblem[] = []
  private current: Section | null = null
  private hunk: Hunk | null = null
  /** Only the header of an Update may be followed by a Move. */
  private moveAllowed = false

  constructor(private readonly lines: readonly string[]) {}

  read(): void {
    if (this.lines[0] !== BEGIN) this.wrong(1, `the first line must be "${BEGIN}".`)
    const end = this.lines.findIndex((line, at) => at > 0 && line.trimEnd() === END)
    if (end < 0) this.wrong(this.lines.length, `"${END}" is missing.`)
    const last = end < 0 ? this.lines.length : end
    for (let at = this.lines[0] === BEGIN ? 1 : 0; at < last; at += 1) this.line(this.lines[at] ?? '', at + 1)
    this.closeSection(last + 1)
    if (end >= 0) this.after(end)
    if (this.sections.length === 0 && this.problems.length === 0) this.wrong(last + 1, 'the patch has no section.')
    this.problems.sort((a, b) => a.line - b.line)
  }

  private wrong(line: number, message: string): void {
    this.problems.push({ line, code: 'PATCH_SYNTAX', message })
  }

  private after(end: number): void {
    const text = this.lines.slice(end + 1).findIndex((line) => line.trim() !== '')
    if (text >= 0) this.wrong(end + 2 + text, `nothing may follow "${END}".`)
  }

  private line(line: string, at: number): void {
    const head = (Object.keys(heads) as Head[]).find((kind) => line === heads[kind].trimEnd() || line.startsWith(heads[kind]))
    if (head === 'move') return this.move(line, at)
    this.moveAllowed &&= false
    if (head !== undefined) return this.open(head, line.slice(heads[head].length).trim(), at)
    if (this.current === null) return this.wrong(at, `"${clip(line)}" stands in no section.`)
    if (this.current.kind === 'add') return this.added(this.current.lines, line, at)
    if (this.current.kind === 'delete') return this.wrong(at, 'nothing may follow Delete File but the next section.')
    this.inHunk(this.current, line, at)
  }

  private open(kind: 'add' | 'delete' | 'update', path: string, at: number): void {
    this.closeSection(at)
    if (path === '') this.wrong(at, 'the path is missing.')
    this.current = kind === 'add' ? { kind, at, path, lines: [] } : kind === 'delete' ? { kind, at, path } : { kind, at, path, moveTo: null, moveAt: at, hunks: [] }
    this.sections.push(this.current)
    this.moveAllowed = kind === 'update'
  }

  private move(line: string, at: number): void {
    const path = line.slice(heads.move.length).trim()
    if (!this.moveAllowed || this.current?.kind !== 'update') return this.wrong(at, 'Move to may stand only right after Update File.')
    this.moveAllowed = false
    if (path === '') return this.wrong(at, 'the path is missing.')
    this.current.moveTo = path
    this.current.moveAt = at
  }

  private added(lines: string[], line: string, at: number): void {
    if (line.startsWith('+')) lines.push(line.slice(1))
    else this.wrong(at, `a line of Add File must start with "+": "${clip(line)}".`)
  }

  private inHunk(section: Extract<Section, { kind: 'update' }>, line: string, at: number): void {
    if (line === '@@' || line.startsWith('@@ ')) {
      this.closeHunk(at)
      this.hunk = this.newHunk(section, at, line.slice(3).trim())
      return
    }
    if (line === END_OF_FILE) return this.endOfFile(at)
    const mark = line === '' ? ' ' : line.charAt(0)
    if (mark !== ' ' && mark !== '-' && mark !== '+') return this.wrong(at, `unknown line "${clip(line)}"; lines of a hunk start with a space, "-" or "+".`)
    // Only the first "@@" may be missing.
    if (this.hunk === null && section.hunks.length > 0) return this.wrong(at, 'a further hunk must start with "@@".')
    this.hunk ??= this.newHunk(section, at, '')
    this.hunk.lines.push({ mark, text: line.slice(1) })
  }

  private newHunk(section: Extract<Section, { kind: 'update' }>, at: number, header: string): Hunk {
    const hunk: Hunk = { at, header: header === '' || isPosition(header) ? null : header, lines: [], atEnd: false }
    section.hunks.push(hunk)
    return hunk
  }

  private endOfFile(at: number): void {
    if (this.hunk === null || this.hunk.lines.length === 0) return this.wrong(at, 'End of File must follow the lines of a hunk.')
    this.hunk.atEnd = true
    this.hunk = null
  }

  private closeHunk(at: number): void {
    if (this.hunk !== null && this.hunk.lines.length === 0) this.wrong(at, 'the hunk before has no line.')
    this.hunk = null
  }

  private closeSection(at: number): void {
    this.closeHunk(at)
    const section = this.current
    if (section?.kind === 'add' && section.lines.length === 0) this.wrong(section.at, 'Add File has no line.')
    if (section?.kind === 'update' && section.hunks.length === 0 && section.moveTo === null) this.wrong(section.at, 'Update File has neither a hunk nor a Move to.')
    this.current = null
  }
}

/** `-1,3 +1,4 @@` of a unified diff tells nothing that the lines do not (06 §5). */
const isPosition = (header: string): boolean => /^-\d+(,\d+)? \+\d+(,\d+)?( @@.*)?$/.test(header)
const clip = (line: string): string => (line.length <= 60 ? line : `${line.slice(0, 60)}…`)
