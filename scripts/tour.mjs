// Opens the app on the sample novel, takes a screenshot and says where it is. Started by scripts/start.mjs.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from 'playwright-core'
import { launchArguments } from './setup/launch-arguments.mjs'
import { runMain, say } from './setup/say.mjs'

await runMain(async () => {
  const work = await mkdtemp(join(tmpdir(), 'wenqu-tour-'))
  const screenshots = join(work, 'tour-screenshots')
  await mkdir(screenshots)
  const app = await _electron.launch({
    executablePath: process.env.WENQU_ELECTRON_PATH,
    args: launchArguments(['--disable-gpu', '--sample', `--user-data-dir=${join(work, 'user-data')}`]),
    env: { ...process.env, WENQU_HOME: process.env.WENQU_HOME ?? join(work, 'novels') },
    timeout: 60_000,
  })
  try {
    const window = await app.firstWindow()
    await window.waitForSelector('[data-testid=app-root][data-ready=true]', { timeout: 60_000 })
    await window.screenshot({ path: join(screenshots, '01-sample-novel.png') })
  } finally {
    await app.close()
    await rm(join(work, 'user-data'), { recursive: true, force: true })
  }
  say(`The tour is done. Screenshots: ${screenshots}`)
})
