// npm start: sets everything up, then opens the sample novel; with no screen, tours it on a virtual one.
import { join } from 'node:path'
import { prepare } from './setup/index.mjs'
import { checkSandbox, launchArguments } from './setup/launch-arguments.mjs'
import { root } from './setup/paths.mjs'
import { runCommand } from './setup/run-command.mjs'
import { runMain, say } from './setup/say.mjs'
import { hasDisplay, withDisplay } from './setup/virtual-display.mjs'

await runMain(async () => {
  const { node26, electron, env } = await prepare({ needDisplay: true, needElectron: true, needBuild: true })
  checkSandbox(electron)
  if (hasDisplay()) {
    say('Opening Wenqu …')
    return (await runCommand(electron, launchArguments(['--sample', ...process.argv.slice(2)]), { env })).code
  }
  say('There is no display here, so Wenqu opens on a virtual one and takes a tour …')
  const { code } = await withDisplay(env, (shown) => runCommand(node26, [join(root, 'scripts/tour.mjs')], { env: shown }))
  return code
})
