// The libraries of the system that a window (real or virtual) needs on Linux.
import { existsSync } from 'node:fs'
import { runCommand } from './run-command.mjs'
import { say, SetupProblem } from './say.mjs'

export const windowLibraries = [
  'libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libxss1', 'libatk-bridge2.0-0', 'libxtst6', 'fonts-noto-cjk',
]
export const virtualDisplayPackages = ['xvfb', 'xauth']

/** Which of `wanted` are not installed, read from `dpkg-query -W -f='${Package} ${db:Status-Status}\n'`. */
export function missingPackages(wanted, listing) {
  const installed = new Set()
  for (const line of listing.split('\n')) {
    const [name, status] = line.trim().split(/\s+/)
    if (!name || status !== 'installed') continue
    // Debian 13 and Ubuntu 24.04 renamed some of them for 64-bit time.
    installed.add(name).add(name.replace(/t64$/, ''))
  }
  return wanted.filter((name) => !installed.has(name))
}

export function installCommand(missing, { isRoot }) {
  const install = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`
  return isRoot ? install : `sudo sh -c '${install}'`
}

/** `virtualDisplay`: also what a machine with no screen needs. Does nothing off Linux. */
export async function ensureSystemLibraries({ virtualDisplay }) {
  if (process.platform !== 'linux') return
  const wanted = [...(virtualDisplay ? virtualDisplayPackages : []), ...windowLibraries]
  if (!existsSync('/usr/bin/dpkg-query')) return requireXvfb(virtualDisplay)
  // Names it does not know make it exit 1 and are simply absent from the listing.
  const listing = await runCommand('dpkg-query', ['-W', '-f=${Package} ${db:Status-Status}\n', ...wanted, ...wanted.map((name) => `${name}t64`)], { quiet: true })
  const missing = missingPackages(wanted, listing.output)
  if (missing.length === 0) return
  const isRoot = process.getuid() === 0
  const command = installCommand(missing, { isRoot })
  if (!isRoot) throw new SetupProblem(`These system libraries are missing: ${missing.join(', ')}.`, command)
  say(`Installing system libraries: ${missing.join(', ')} …`)
  const { code, output } = await runCommand('sh', ['-c', command], { quiet: true, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  if (code !== 0) {
    const reason = output.split('\n').filter((line) => line.startsWith('E:')).join(' ') || `apt-get ended with code ${code}.`
    throw new SetupProblem(`The system libraries could not be installed. ${reason}`, command)
  }
}

function requireXvfb(virtualDisplay) {
  if (!virtualDisplay || existsSync('/usr/bin/Xvfb')) return
  throw new SetupProblem('There is no display, and no Xvfb to make a virtual one; install the Xvfb package of your distribution.', 'dnf install -y xorg-x11-server-Xvfb')
}
