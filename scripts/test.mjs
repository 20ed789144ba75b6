// npm test: sets everything up and runs everything. The last line is `N passed, N failed`.
import { ensureBuild } from './setup/build.mjs'
import { prepare } from './setup/index.mjs'
import { problemLines, runMain, say } from './setup/say.mjs'
import { testShare } from './test-share.mjs'
import { staticSteps, typeCheck } from './test/static-steps.mjs'
import { runVitest } from './test/vitest-step.mjs'
import { hasWindowTests, runWindowTests } from './test/window-tests.mjs'

const passedOne = { passed: 1, failed: 0 }
const failedOne = { passed: 0, failed: 1 }
const totals = { passed: 0, failed: 0 }
const summary = []

/** Runs one step whatever happened before, and adds what it counted. A step that throws has failed once. */
async function step(name, run, started = Date.now()) {
  say(`\n── ${name}`)
  const counted = await run().catch((error) => {
    for (const line of problemLines(error)) say(line)
    return failedOne
  })
  totals.passed += counted.passed
  totals.failed += counted.failed
  const skipped = counted.skipped ? `, ${counted.skipped} skipped` : ''
  summary.push(`${counted.failed ? '✗' : '✓'} ${name}: ${counted.passed} passed, ${counted.failed} failed${skipped} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (counted.interrupted) {
    say('Stopped.')
    process.exit(130)
  }
  return counted
}

/** What a check found, said and counted. */
async function told(running) {
  const { ok, lines, interrupted } = await running
  for (const line of lines) say(line)
  return { ...(ok ? passedOne : failedOne), interrupted }
}

/** Window tests need the runtime: a machine that cannot get it still learns about everything else. */
async function prepareWindow() {
  try {
    return { ready: await prepare({ needDisplay: true, needElectron: true }) }
  } catch (error) {
    for (const line of problemLines(error)) say(line)
    return { problem: error }
  }
}

/** With no packages or no Node 26 there is nothing to run; the last line still says so. */
async function prepareBasics() {
  try {
    return await prepare()
  } catch (error) {
    for (const line of problemLines(error)) say(line)
    return undefined
  }
}

await runMain(async () => {
  const basics = await prepareBasics()
  if (!basics) {
    say('0 passed, 1 failed')
    return 1
  }
  const { node26, env } = basics
  if (env.CI) env.NO_COLOR = '1'
  const window = await prepareWindow()

  const started = Date.now()
  const types = typeCheck.run({ node26, env })
  // Told at its step.
  types.catch(() => undefined)
  for (const { name, run } of staticSteps) await step(name, () => told(run({ node26, env })))
  for (const line of testShare()) say(`\n${line}`)
  const built = await step('Build', async () => {
    await ensureBuild({ node26, env })
    return passedOne
  })
  await step('Unit tests', () => runVitest({ node26, env, timeout: 1_800_000 }))
  // Begun first; it needs one processor for long, and the tests need not wait for it.
  await step(typeCheck.name, () => told(types), started)
  if (hasWindowTests()) {
    await step('Window tests', async () => {
      if (built.failed) throw new Error('Not run, because the app did not build.')
      if (window.problem) throw window.problem
      return runWindowTests({ node26, env: { ...env, ...window.ready.env, ...(env.NO_COLOR && { NO_COLOR: env.NO_COLOR }) } })
    })
  }

  say('')
  for (const line of summary) say(line)
  say(`${totals.passed} passed, ${totals.failed} failed`)
  return totals.failed === 0 && totals.passed > 0 ? 0 : 1
})
