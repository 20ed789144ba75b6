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

/** One JSON value, or text for people; nothing else reaches stdout (10). */
export function show(io: Io, json: boolean, value: unknown, text: string): void {
  io.out(json ? `${JSON.stringify(value)}\n` : text === '' || text.endsWith('\n') ? text : `${text}\n`)
}
