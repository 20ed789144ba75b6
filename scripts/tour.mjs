// Opens the app on the sample novel and walks through it like a visitor, photographing each place. Started by scripts/start.mjs.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from 'playwright-core'
import { launchArguments } from './setup/launch-arguments.mjs'
import { runMain, say } from './setup/say.mjs'
import { stops } from './tour/stops.mjs'

/** One stop: shown, photographed, told. A stop that fails ends the tour in plain words. */
async function visit(stop, number, tour) {
  try {
    await stop.show(tour)
    await tour.page.screenshot({ path: join(tour.folder, `${String(number).padStart(2, '0')}-${stop.name}.png`) })
    say(`${String(number).padStart(2)}. ${stop.says}`)
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).split('\n')[0]
    const picture = join(tour.folder, `failed-${stop.name}.png`)
    await tour.page.screenshot({ path: picture }).catch(() => undefined)
    throw new Error(`The tour stopped at stop ${number} (${stop.says})\nWhy: ${why}\nWhat it saw: ${picture}`, { cause: error })
  }
}

await runMain(async () => {
  const started = Date.now()
  const work = await mkdtemp(join(tmpdir(), 'wenqu-tour-'))
  const folder = join(work, 'screenshots')
  const home = process.env.WENQU_HOME ?? join(work, 'home')
  await mkdir(folder, { recursive: true })
  const app = await _electron.launch({
    executablePath: process.env.WENQU_ELECTRON_PATH,
    args: launchArguments(['--disable-gpu', '--sample']),
    env: { ...process.env, WENQU_HOME: home, WENQU_LANG: 'zh-CN', WENQU_DEMO_SPEED: '4' },
    timeout: 60_000,
  })
  try {
    const page = await app.firstWindow()
    page.setDefaultTimeout(15_000)
    await page.waitForSelector('[data-testid=app-root][data-ready=true]', { timeout: 60_000 })
    const tour = { app, page, folder, home, work }
    for (const [index, stop] of stops.entries()) await visit(stop, index + 1, tour)
  } finally {
    await app.close()
    await rm(join(work, 'home'), { recursive: true, force: true })
  }
  say(`The tour is done: ${stops.length} stops, ${stops.length} screenshots, ${Math.round((Date.now() - started) / 1000)} s.`)
  say(`Screenshots: ${folder}`)
  return 0
})
