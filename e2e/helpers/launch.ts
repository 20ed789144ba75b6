import { once } from 'node:events'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { electronPath, freshFolder, root } from './paths'
import { kill9, tree } from './processes'

export interface LaunchOptions {
  /** WENQU_HOME; a fresh one when absent. */
  home?: string
  project?: string
  lang?: 'zh-CN' | 'en'
  /** More words for the app, e.g. `--sample`. */
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
  size?: { width: number; height: number }
  /** Another program in the runtime's place, e.g. one that drops privileges first. */
  executable?: string
}

export interface Launched {
  readonly app: ElectronApplication
  readonly page: Page
  readonly home: string
  /** Uncaught errors and failed assertions the page itself reported. */
  readonly pageErrors: readonly string[]
  /** Quits as an author does. */
  close(): Promise<void>
  /** Main, windows, core, sandbox: all at once, without a word. */
  kill9All(): Promise<void>
}

/** How long anything may take before a test gives up: a slow machine is no failure. */
const patience = 20_000
const running = new Set<Launched>()
afterAll(async () => {
  for (const launched of running) await launched.kill9All()
})

/** Starts the real app and waits until one can type in it. */
export async function launchApp(options: LaunchOptions = {}): Promise<Launched> {
  const home = options.home ?? freshFolder()
  const isRoot = process.getuid?.() === 0
  const project = options.project === undefined ? [] : ['--project', options.project]
  const app = await _electron.launch({
    executablePath: options.executable ?? electronPath,
    args: [root, ...(isRoot ? ['--no-sandbox'] : []), '--disable-gpu', ...project, ...(options.args ?? [])],
    env: { ...environment(), WENQU_HOME: home, WENQU_LANG: options.lang ?? 'zh-CN', WENQU_DEMO_SPEED: '0', ...options.env },
    timeout: 60_000,
  })
  const page = await app.firstWindow()
  page.setDefaultTimeout(patience)
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(error.message))
  await typable(page)
  const launched: Launched = { app, page, home, pageErrors, close: () => close(launched), kill9All: () => kill9All(launched) }
  running.add(launched)
  if (options.size) await resize(launched, options.size)
  return launched
}

/** The window is as its author left it, and the text in front, if there is one, is in the editor. */
async function typable(page: Page): Promise<void> {
  await page.waitForSelector('[data-testid=app-root][data-ready=true]', { timeout: 60_000 })
  await page.waitForFunction(() => {
    const text = document.querySelector('[data-testid="editor-text"]')
    return text === null || text.querySelector('.editor-failed, [data-shown]') !== null
  })
}

/** Loads the page anew, as after its process was lost. */
export async function reload(page: Page): Promise<void> {
  await page.reload()
  await typable(page)
}

function environment(): Record<string, string> {
  const kept = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined && !/^(VITEST|NODE_OPTIONS|ELECTRON_)/.test(entry[0]))
  return { ...Object.fromEntries(kept), ...ownDisplay() }
}

/** Files tested side by side have a display each (scripts/test/window-tests.mjs). */
function ownDisplay(): Record<string, string> {
  const displays = process.env['WENQU_DISPLAYS']?.split(' ') ?? []
  const display = displays[(Number(process.env['VITEST_POOL_ID'] ?? 1) - 1) % displays.length]
  return display === undefined ? {} : { DISPLAY: display }
}

async function close(launched: Launched): Promise<void> {
  if (!running.delete(launched)) return
  await launched.app.close()
}

async function kill9All(launched: Launched): Promise<void> {
  if (!running.delete(launched)) return
  const child = launched.app.process()
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  kill9(tree(child.pid))
  await gone
}

/** Makes the page exactly this large. */
export async function resize({ app, page }: Pick<Launched, 'app' | 'page'>, size: { width: number; height: number }): Promise<void> {
  await app.evaluate(({ BrowserWindow }, { width, height }) => BrowserWindow.getAllWindows()[0]?.setContentSize(width, height), size)
  await page.waitForFunction(({ width, height }) => window.outerWidth >= width && Math.abs(window.innerWidth * window.devicePixelRatio - width) <= 2 && Math.abs(window.innerHeight * window.devicePixelRatio - height) <= 2, size)
}
