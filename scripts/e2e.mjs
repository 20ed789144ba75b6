// npm run e2e [-- vitest arguments]: sets everything up and runs only the tests that drive the real window.
import { prepare } from './setup/index.mjs'
import { runMain, say } from './setup/say.mjs'
import { hasWindowTests, runWindowTests } from './test/window-tests.mjs'

await runMain(async () => {
  if (!hasWindowTests()) {
    say('There are no window tests (e2e/*.e2e.ts).')
    return 0
  }
  const { node26, env } = await prepare({ needDisplay: true, needElectron: true, needBuild: true })
  const { passed, failed } = await runWindowTests({ node26, env, args: process.argv.slice(2) })
  say(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
})
