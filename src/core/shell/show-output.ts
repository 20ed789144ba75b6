import type { Ended } from './run-process'
import type { Finished } from './types'

const mostCharacters = 30_000
const half = 15_000

/** How a process ended when that is a failure; null: exit 0 (06 §8). */
export function failureOf(ended: Ended, timeoutMs: number | null): { code: string; text: string } | null {
  if (ended.error !== null) return { code: 'SHELL_MISSING', text: `the program could not be started: ${ended.error}` }
  switch (ended.stopped) {
    case 'timeout': return { code: 'TIMEOUT', text: `timed out after ${(timeoutMs ?? 0) / 1_000}s` }
    case 'cancelled': return { code: 'CANCELLED', text: 'interrupted' }
    case 'killed': return { code: 'EXIT_SIGNAL', text: 'killed' }
    case null: break
  }
  if (ended.signal !== null) return { code: 'EXIT_SIGNAL', text: `ended by ${ended.signal}` }
  const signal = signals[(ended.code ?? 0) - 128]
  if (signal !== undefined) return { code: 'EXIT_SIGNAL', text: `ended by ${signal}` }
  return ended.code === 0 ? null : { code: 'EXIT_CODE', text: `Exit code ${ended.code}` }
}

/** A shell tells of a signal by 128 and its number. */
const signals: Readonly<Record<number, string>> = { 1: 'SIGHUP', 2: 'SIGINT', 3: 'SIGQUIT', 4: 'SIGILL', 6: 'SIGABRT', 7: 'SIGBUS', 8: 'SIGFPE', 9: 'SIGKILL', 11: 'SIGSEGV', 13: 'SIGPIPE', 14: 'SIGALRM', 15: 'SIGTERM' }

/** `Bash`: stdout, then stderr; a long text keeps its first and last 15,000 characters (06 §8). */
export function showStreams({ stdout, stderr, lost }: Pick<Finished, 'stdout' | 'stderr' | 'lost'>): string {
  const heads = (['stdout', 'stderr'] as const).filter((name) => lost[name] > 0).map((name) => `[${lost[name]} earlier bytes of ${name} were dropped]\n`)
  const [out, err] = [stdout.replace(/\n+$/, ''), stderr.replace(/\n+$/, '')]
  const both = out !== '' && err !== '' ? `${out}\nstderr:\n${err}` : `${out}${err}`
  return `${heads.join('')}${cutMiddle(both)}`
}

function cutMiddle(text: string): string {
  const points = [...text]
  if (points.length <= mostCharacters) return text
  return `${points.slice(0, half).join('')}\n... [${points.length - 2 * half} chars truncated] ...\n${points.slice(-half).join('')}`
}

/** `bash`: the last 2,000 lines or 50 KB of both streams in order of arrival. Null note: nothing was left out. */
export function showTail({ text, lines }: Finished['merged'], more: boolean): { text: string; shown: number; cut: boolean } {
  const all = text.replace(/\n+$/, '').split('\n')
  let kept = all.slice(-2_000)
  for (let bytes = Buffer.byteLength(kept.join('\n')); bytes > 51_200 && kept.length > 1; ) {
    bytes -= Buffer.byteLength(kept[0] ?? '') + 1
    kept = kept.slice(1)
  }
  const last = kept.length === 1 ? lastBytes(kept[0] ?? '') : null
  const shown = last === null ? kept.join('\n') : last
  return { text: shown, shown: kept.length, cut: more || kept.length < Math.max(lines, all.length) || (last !== null && last !== kept[0]) }
}

const lastBytes = (line: string): string => {
  const bytes = Buffer.from(line)
  return bytes.length <= 51_200 ? line : bytes.subarray(bytes.length - 51_200).toString('utf8').replace(/^\uFFFD+/, '')
}
