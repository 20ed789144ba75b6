// npm start: sets everything up, then opens the sample novel; with no screen, tours it on a virtual one.
import { join } from 'node:path'
import { prepare } from './setup/index.mjs'
import { checkSandbox, launchArguments } from './setup/launch-arguments.mjs'
import { root } from './setup/paths.mjs'
import { runForeground } from './setup/run-command.mjs'
import { runMain, say } from './setup/say.mjs'
import { hasDisplay, withDisplay } from './setup/virtual-display.mjs'

await runMain(async () => {
  const { node26, electron, env } = await prepare({ needDisplay: true, needElectron: true, needBuild: true })
  checkSandbox(electron)
  if (hasDisplay()) {
    say('Opening Wenqu …')
    return runForeground(electron, launchArguments(['--sample', ...process.argv.slice(2)]), { env })
  }
  say('There is no display here, so Wenqu opens on a virtual one and takes a tour …')
  return withDisplay(env, (shown) => runForeground(node26, [join(root, 'scripts/tour.mjs')], { env: shown }))
})
