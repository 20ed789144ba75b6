import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import about from '../../package.json'

it('docs/dependencies.md says why for every dependency, once, and for nothing else', () => {
  const text = readFileSync('docs/dependencies.md', 'utf8')
  const documented = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)
  const declared = [...Object.keys(about.dependencies), ...Object.keys(about.optionalDependencies), ...Object.keys(about.devDependencies)]
  expect(documented.toSorted()).toEqual(declared.toSorted())
})
