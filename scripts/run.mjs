// node scripts/run.mjs TOOL ARGS…: a locally installed tool, run by the Node 26 that npm ships.
import { prepare } from './setup/index.mjs'
import { runCommand } from './setup/run-command.mjs'
import { runMain, SetupProblem } from './setup/say.mjs'
import { toolEntry } from './setup/tool-entry.mjs'

await runMain(async () => {
  const [tool, ...words] = process.argv.slice(2)
  if (!tool) throw new SetupProblem('Name the tool to run.', 'node scripts/run.mjs vitest run')
  const { node26, env } = await prepare()
  return (await runCommand(node26, [toolEntry(tool), ...words], { env })).code
})
