// How long the source files are. None may pass 400 lines; a long tail is what makes a code base hard to change.
import { pathToFileURL } from 'node:url'
import { runMain, say } from './setup/say.mjs'
import { sourceFiles } from './source-files.mjs'

export const limits = { median: 90, p90: 250, warn: 300, fail: 400 }

/** The value that `share` (0 to 1) of the sorted numbers do not pass; 0 for none. */
export function percentile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** From [{ path, lines }]: { median, p90, max, long, tooLong, lines (what to print), ok }. */
export function lengthReport(files) {
  const lengths = files.map((file) => file.lines)
  const [median, p90, max] = [percentile(lengths, 0.5), percentile(lengths, 0.9), percentile(lengths, 1)]
  const longest = files.toSorted((a, b) => b.lines - a.lines)
  const tooLong = longest.filter((file) => file.lines > limits.fail)
  const long = longest.filter((file) => file.lines > limits.warn && file.lines <= limits.fail)
  const lines = [
    `${files.length} source files: median ${median} lines, p90 ${p90}, longest ${max}.`,
    ...(median > limits.median ? [`Warning: the median is above ${limits.median}.`] : []),
    ...(p90 > limits.p90 ? [`Warning: p90 is above ${limits.p90}.`] : []),
    ...long.map((file) => `Warning: ${file.path} has ${file.lines} lines (more than ${limits.warn}).`),
    ...tooLong.map((file) => `Too long: ${file.path} has ${file.lines} lines (at most ${limits.fail}).`),
  ]
  return { median, p90, max, long, tooLong, lines, ok: tooLong.length === 0 }
}

export function fileLengths() {
  return lengthReport(sourceFiles(['src']).filter((file) => !file.isTest))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(() => {
    const report = fileLengths()
    for (const line of report.lines) say(line)
    return report.ok ? 0 : 1
  })
}
