// What the set-up says to the person running it, and the one way it fails.

/** One plain progress line. */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** Something expected is missing: what it is, and the one command that fixes it. */
export class SetupProblem extends Error {
  constructor(what, command) {
    super(what)
    this.name = 'SetupProblem'
    this.command = command
  }
}

/** The one or two lines that a person reads about a failure; the stack only on request. */
export function problemLines(error) {
  const lines = [error instanceof Error ? error.message : String(error)]
  if (error instanceof SetupProblem && error.command) lines.push(`To fix it, run: ${error.command}`)
  if (!(error instanceof SetupProblem) && process.env.WENQU_DEBUG) lines.push(error?.stack ?? '')
  return lines
}

/** Runs a script's main function; its number is the exit code, a failure is said in plain words. */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    for (const line of problemLines(error)) process.stderr.write(`${line}\n`)
    process.exitCode = 1
  }
}
