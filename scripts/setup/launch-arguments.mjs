// How the app is started: the same words for every runtime.
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './paths.mjs'
import { SetupProblem } from './say.mjs'

/** Arguments after the runtime's own path. Chromium refuses its sandbox to root. */
export function launchArguments(words = []) {
  const isLinuxRoot = process.platform === 'linux' && process.getuid() === 0
  return [root, ...(isLinuxRoot ? ['--no-sandbox'] : []), ...words]
}

/** Some systems let only a root-owned helper make Chromium's sandbox; without it the window dies at once. */
export function checkSandbox(electron) {
  if (process.platform !== 'linux' || process.getuid() === 0 || !restrictsUserNamespaces()) return
  const helper = join(dirname(electron), 'chrome-sandbox')
  const { uid, mode } = statSync(helper)
  if (uid === 0 && mode & 0o4000) return
  throw new SetupProblem("This system lets only a root-owned helper start Chromium's sandbox.", `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`)
}

function restrictsUserNamespaces() {
  const reads = (file) => {
    try {
      return readFileSync(join('/proc/sys', file), 'utf8').trim()
    } catch {
      return undefined
    }
  }
  return reads('kernel/apparmor_restrict_unprivileged_userns') === '1' || reads('kernel/unprivileged_userns_clone') === '0'
}
