// Where a locally installed tool's JavaScript is, found in the lock file so that it is the same on every platform.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'
import { SetupProblem } from './say.mjs'

export function toolEntry(tool, lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))) {
  for (const [place, about] of Object.entries(lock.packages)) {
    if (place && about.bin?.[tool]) return join(root, place, about.bin[tool])
  }
  throw new SetupProblem(`No installed package has a tool named "${tool}".`)
}
