import type { Core } from '../app/types'
import { EXIT, type Command } from './command'
import { assertHuman } from './human'
import { show } from './io'
import { parseOptions, required, type OptionKinds, type Parsed } from './usage'
import { withProject } from './with-project'

/** An act of the author on things of a project, named by their ids; `act` is what the window's call does. */
export interface HumanAct<T> {
  usage: string
  does: string
  details?: string
  /** What the ids are called in the help. */
  name: string
  /** So many may be given. */
  most: number
  /** Beside --project. */
  options?: OptionKinds
  act(project: string, ids: readonly string[], core: Core, parsed: Parsed): T | Promise<T>
  said(done: Awaited<T>): string
  /** Whether something that was asked for was not done; the command ends with 1. */
  left?(done: Awaited<T>): boolean
}

/** The command of an author's act: only from a terminal, one JSON value or a sentence (10). */
export const humanAct = <T>({ usage, does, details, name, most, options = {}, act, said, left }: HumanAct<T>): Command => ({
  usage, does, ...(details === undefined ? {} : { details }),
  async run(argv, io) {
    const parsed = parseOptions(argv, { ...options, project: 'string' }, { min: 1, max: most, names: [name] })
    const dir = required(parsed, 'project')
    assertHuman(io)
    const done = await withProject(dir, io, {}, async ({ project }, core) => act(project.slug, parsed.words, core, parsed))
    show(io, parsed.json, done, said(done))
    return left?.(done) === true ? EXIT.fail : EXIT.ok
  },
})
