// The checks that read the code without running it. Each counts as one passed or failed item.
import { fileLengths } from '../file-lengths.mjs'
import { rendererFixtures } from '../renderer-fixtures.mjs'
import { runCommand } from '../setup/run-command.mjs'
import { toolEntry } from '../setup/tool-entry.mjs'

const tool = (name, words, { quiet = false } = {}) => async ({ node26, env }) => {
  const { code, output, interrupted } = await runCommand(node26, [toolEntry(name), ...words], { env, quiet, timeout: 300_000 })
  return { ok: code === 0, lines: output.split('\n').filter((line) => line !== ''), interrupted }
}

/** Needs one core for longer than all the others together, so it runs beside them and the tests; what it has to say comes at its end. */
export const typeCheck = { name: 'Type check', run: tool('tsc', ['--noEmit', '-p', 'tsconfig.json'], { quiet: true }) }

/** [{ name, run({ node26, env }) → { ok, lines } }] in the order they run. */
export const staticSteps = [
  { name: 'Lint', run: tool('oxlint', ['--deny-warnings']) },
  { name: 'Folder rules', run: tool('depcruise', ['src', '--config', '.dependency-cruiser.cjs']) },
  { name: 'File lengths', run: fileLengths },
  { name: 'No made-up data in the window', run: rendererFixtures },
]
