import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { OwnTime } from './measure'
import type { Asked, Ran } from './peer-process'

export interface Peers {
  /** Runs a program in the peers' process and gives its time; fails when it does, or when what it did is not `right`. */
  run(command: string, args: readonly string[], cwd: string, right?: (ran: Ran) => boolean): Promise<OwnTime>
  close(): void
}

/**
 * A process that runs the programs we are measured against, so that neither side disturbs the other. To start a program from the
 * measured process means to fork it: its size makes the peer slower, and all of its memory is marked, for which our next patch paid
 * nine hundred page faults.
 */
export function openPeers(): Peers {
  const child = fork(resolve('bench/peer-process.ts'))
  return {
    run: async (command, args, cwd, right = () => true) => {
      child.send({ command, args, cwd } satisfies Asked)
      const [ran] = await once(child, 'message') as [Ran]
      if (ran.status !== 0 || !right(ran)) throw new Error(`${command} ${args.join(' ')}: ${JSON.stringify(ran)}`)
      return new OwnTime(ran.ms)
    },
    close: () => child.disconnect(),
  }
}
