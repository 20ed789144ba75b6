// The window shows what core says, never made-up data: no import of a fixture or a mock in its product code.
import { sourceFiles } from './source-files.mjs'

const importOf = /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*['"]([^'"]+)['"]/g

/** Of [{ path, text, isTest }], the lines that name offending imports. */
export function fixtureImports(files) {
  return files.filter((file) => !file.isTest).flatMap((file) =>
    [...file.text.matchAll(importOf)]
      .filter(([, name]) => /fixture|mock/i.test(name))
      .map(([, name]) => `${file.path} imports ${name}; the window must not show made-up data.`),
  )
}

export function rendererFixtures() {
  const lines = fixtureImports(sourceFiles(['src/renderer']))
  return { ok: lines.length === 0, lines: lines.length ? lines : ['No fixture or mock is imported by the window.'] }
}
