// npm packages: installed from the lock file, again only when the lock file changed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'
import { runCommand } from './run-command.mjs'
import { say, SetupProblem } from './say.mjs'

const stamp = join(root, 'node_modules', '.wenqu-lock')

export function lockHash(text = readFileSync(join(root, 'package-lock.json'))) {
  return createHash('sha256').update(text).digest('hex')
}

function stampedHash() {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8').trim() : undefined
}

/**
 * Whether what npm says it installed (`node_modules/.package-lock.json`) is what the lock file asks for.
 * Optional packages may be absent: those of other platforms are.
 */
export function matchesLock(lock, installed) {
  return Object.entries(lock.packages).every(([place, wanted]) => {
    if (place === '') return true
    const got = installed.packages?.[place]
    return got ? got.version === wanted.version && got.integrity === wanted.integrity : Boolean(wanted.optional || wanted.devOptional || wanted.peer)
  })
}

function alreadyInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  return matchesLock(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')), JSON.parse(readFileSync(installed, 'utf8')))
}

export async function ensureDependencies() {
  const wanted = lockHash()
  if (stampedHash() === wanted) return
  // Someone ran npm by hand: nothing to install, and no reason to empty node_modules under a running app.
  if (alreadyInstalled()) return writeFileSync(stamp, `${wanted}\n`)
  say('Installing the npm packages (a minute or so the first time) …')
  // On Windows npm is a .cmd file, which only a shell can start.
  const { code, output } = await runCommand('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    quiet: true,
    shell: process.platform === 'win32',
  })
  if (code !== 0) {
    const reason = output.trim().split('\n').slice(0, 3).map((line) => line.replace(/^npm error (code |syscall |errno )?/, '')).join(', ')
    throw new SetupProblem(`The npm packages could not be installed: ${reason}`, 'npm ci')
  }
  writeFileSync(stamp, `${wanted}\n`)
}
