import { existsSync, readdirSync } from 'node:fs'
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

/** Names of the sample projects that come with the app. RESOURCES_MISSING. */
export const sampleNames = (): string[] => {
  const samples = join(resourcesDir(), 'samples')
  return readdirSync(samples).filter((name) => existsSync(join(samples, name, 'project.yaml'))).sort()
}

/** The folder of a sample project. SAMPLE_NOT_FOUND. */
export function sampleDir(name: string): string {
  const names = sampleNames()
  if (!names.includes(name)) fail('SAMPLE_NOT_FOUND', `There is no sample "${name.slice(0, 80)}"; there are ${names.join(' and ')}.`, { actual: name })
  return join(resourcesDir(), 'samples', name)
}
