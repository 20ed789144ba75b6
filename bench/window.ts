import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { _electron, type Page } from 'playwright-core'

const root = resolve('.')

/** The real window on a project whose database `fill` writes, or what else it finds in `.nbook`; closed and swept when `work` is done. WENQU_ELECTRON_PATH names the runtime. */
export async function withWindow<T>(fill: (db: Database.Database, nbook: string) => void, work: (page: Page) => Promise<T>, more: Readonly<Record<string, string>> = {}): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'wenqu-bench-'))
  const project = join(home, 'novels', 'serial')
  const env = Object.fromEntries(Object.entries({ ...process.env, WENQU_HOME: home, WENQU_LANG: 'zh-CN', WENQU_DEMO_SPEED: '0', ...more }).filter((entry): entry is [string, string] => entry[1] !== undefined))
  try {
    const made = spawnSync(process.execPath, ['--no-node-snapshot', join(root, 'bin/wenqu.mjs'), 'project', 'new', project, '--title', '长篇'], { env, encoding: 'utf8' })
    if (made.status !== 0) throw new Error(made.stderr)
    const db = new Database(join(project, '.nbook/project.sqlite'))
    fill(db, join(project, '.nbook'))
    db.close()
    const app = await _electron.launch({ executablePath: process.env['WENQU_ELECTRON_PATH'] ?? '', args: [root, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--project', project], env, timeout: 60_000 })
    try {
      const page = await app.firstWindow()
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1440, 900))
      await page.waitForSelector('[data-testid=app-root][data-ready=true]', { timeout: 60_000 })
      return await work(page)
    } finally {
      await app.close()
    }
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}
