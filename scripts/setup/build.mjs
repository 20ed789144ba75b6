// The built app in out/: made again only when what it is made of has changed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './paths.mjs'
import { runCommand } from './run-command.mjs'
import { say, SetupProblem } from './say.mjs'

const stamp = join(root, 'out', '.sources')
const inputs = ['src', 'resources', 'electron.vite.config.ts', 'package.json', 'package-lock.json']
const builtFiles = ['out/main/index.js', 'out/main/cli.js']

/** Tests are no part of the app: changing one makes no new build. */
export function isBuildInput(path) {
  return !/\.(test|deep)\.tsx?$/.test(path)
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)]))
}

export function sourcesHash(folder = root) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap((input) => filesUnder(join(folder, input))).filter(isBuildInput)) {
    const content = readFileSync(file)
    hash.update(`${relative(folder, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

export async function ensureBuild({ node26, env }) {
  const wanted = sourcesHash()
  const current = existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wanted
  if (current && builtFiles.every((file) => existsSync(join(root, file)))) return
  say('Building the app …')
  rmSync(stamp, { force: true })
  const { code, output } = await runCommand(node26, [join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'build'], { env, quiet: true })
  if (code !== 0) {
    const lines = output.split('\n').filter((line) => line.trim() && !/^\s+at /.test(line))
    process.stderr.write(`${lines.slice(-25).join('\n')}\n`)
    throw new SetupProblem('The app did not build; the reason stands above.', 'npm run build')
  }
  mkdirSync(join(root, 'out'), { recursive: true })
  writeFileSync(stamp, `${wanted}\n`)
}
