import { join } from 'node:path'
import { main } from '../../src/core/cli/main'

export interface Done { code: number; out: string; err: string }
export interface Given { stdin?: string; /** Whether the author sits there. */ human?: boolean }

/** `wenqu …` in this process, with `home` for what the author's own folder holds; `human` where a call does not say. */
export function commandLine(home: string, human: boolean): (argv: readonly string[], given?: Given) => Promise<Done> {
  return async (argv, given = {}) => {
    const done: Done = { code: -1, out: '', err: '' }
    done.code = await main(argv, {
      out: (text) => { done.out += text }, err: (text) => { done.err += text }, isTerminal: false,
      async *stdin() { yield given.stdin ?? '' },
      env: { WENQU_HOME: join(home, '.wenqu'), ...(given.human ?? human ? { WENQU_HUMAN: '1' } : {}) },
    })
    return done
  }
}
