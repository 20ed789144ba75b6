import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail } from '@shared/fault'

/** The app's own files: WENQU_RESOURCES, or the nearest `resources` above this module that holds samples. RESOURCES_MISSING. */
export function resourcesDir(): string {
  const told = process.env['WENQU_RESOURCES']
  if (told !== undefined && told !== '') return told
  for (let here = dirname(fileURLToPath(import.meta.url)); ; here = dirname(here)) {
    if (existsSync(join(here, 'resources', 'samples'))) return join(here, 'resources')
    if (dirname(here) === here) fail('RESOURCES_MISSING', 'The app\'s own files were not found; install it again.')
  }
}

/** The folder of a sample project. SAMPLE_NOT_FOUND. */
export function sampleDir(name: string): string {
  const dir = join(resourcesDir(), 'samples', name)
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name) || !existsSync(join(dir, 'project.yaml'))) fail('SAMPLE_NOT_FOUND', `There is no sample "${name}".`, { actual: name })
  return dir
}
