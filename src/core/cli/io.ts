import { visibleText } from '@shared/visible-text'

/** What a command reads and writes; a test gives its own. */
export interface Io {
  out(text: string): void
  err(text: string): void
  stdin(): AsyncIterable<string | Uint8Array>
  readonly env: Readonly<Record<string, string | undefined>>
  /** A real terminal on both sides: the author sits there. */
  readonly isTerminal: boolean
}

export const processIo: Io = {
  out: (text) => { process.stdout.write(text) },
  err: (text) => { process.stderr.write(text) },
  stdin: () => process.stdin,
  env: process.env,
  isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
}

const separators: Readonly<Record<string, string>> = { '\u0085': '\\u0085', '\u2028': '\\u2028', '\u2029': '\\u2029' }

/** A JSON value as one line for every reader: some take more than LF for its end. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value).replace(/[\u0085\u2028\u2029]/g, (char) => separators[char] ?? char)}\n`

/** What stdin holds, line by line; LF alone ends a line, so that a text with U+2028 in it stays whole. */
async function* linesOf(io: Io): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of io.stdin()) {
    const lines = (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })).split('\n')
    lines[0] = rest + (lines[0] ?? '')
    rest = lines.pop() ?? ''
    yield* lines
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}

/** `linesOf`, of which no more is waited for once the signal is given. */
export async function* linesUntil(io: Io, signal: AbortSignal): AsyncGenerator<string> {
  const lines = linesOf(io)
  const stopped = new Promise<{ done: true }>((resolve) => { signal.addEventListener('abort', () => resolve({ done: true }), { once: true }) })
  while (!signal.aborted) {
    const next = await Promise.race([lines.next(), stopped])
    if (next.done === true) return
    yield next.value
  }
}

/** One JSON value, or text for people; nothing else reaches stdout (10). */
export function show(io: Io, json: boolean, value: unknown, text: string): void {
  io.out(json ? jsonLine(value) : text === '' || text.endsWith('\n') ? text : `${text}\n`)
}

/** `1 chapter`, `2 chapters`. */
export const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`

/** Others' words on one line of the author's terminal: nothing hidden, nothing that moves the cursor or ends the line. */
export const inLine = (...parts: readonly string[]): string => parts.map((part) => visibleText(part).replace(/\s+/g, ' ')).join('  ')
