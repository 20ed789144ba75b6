// How much of the TypeScript is tests: a report, never a failure.
import { sourceFiles } from './source-files.mjs'

const wanted = 0.45

/** From [{ lines, isTest }], the lines to print. */
export function shareReport(files) {
  const total = files.reduce((sum, file) => sum + file.lines, 0)
  const tests = files.filter((file) => file.isTest).reduce((sum, file) => sum + file.lines, 0)
  const share = total === 0 ? 0 : tests / total
  const line = `Tests are ${Math.round(share * 100)} % of ${total} lines.`
  return [share < wanted ? `${line} Warning: below ${wanted * 100} %.` : line]
}

export function testShare() {
  return shareReport(sourceFiles(['src', 'test', 'e2e']))
}
