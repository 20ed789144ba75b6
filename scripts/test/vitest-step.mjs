// Runs vitest and counts what passed and failed, so that several runs can be summed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../setup/run-command.mjs'
import { toolEntry } from '../setup/tool-entry.mjs'

/**
 * { passed, failed, skipped } from vitest's JSON report (undefined if it wrote none) and its exit code.
 * A file that could not be loaded has no tests in it, and counts as one failure; so does any other unhappy end.
 */
export function countResults(report, exitCode) {
  const files = report?.testResults ?? []
  const unloaded = files.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')).length
  const passed = report?.numPassedTests ?? 0
  const failed = (report?.numFailedTests ?? 0) + unloaded
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped }
}

/** Shows vitest's own output and resolves to { passed, failed, skipped, interrupted }. */
export async function runVitest({ node26, env, args = [], timeout }) {
  const folder = mkdtempSync(join(tmpdir(), 'wenqu-vitest-'))
  const file = join(folder, 'report.json')
  try {
    const words = ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const { code, interrupted } = await runCommand(node26, [toolEntry('vitest'), ...words], { env: { ...env, ...temporary(folder) }, timeout })
    return { ...countResults(readReport(file), code), interrupted }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Killed processes leave their temporary files: here they go with the run. Not where the path would be too long for a socket's name (about 100 bytes). */
const temporary = (folder) => (process.platform === 'win32' || folder.length > 40 ? {} : { TMPDIR: folder })

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
