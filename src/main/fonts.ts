import { execFile } from 'node:child_process'

/** Families the author can choose, where the system tells (fontconfig). Elsewhere the window offers its own list. */
export function installedFonts(withinMs = 1_500): Promise<string[]> {
  if (process.platform === 'win32' || process.platform === 'darwin') return Promise.resolve([])
  return new Promise((done) => {
    execFile('fc-list', [':', 'family'], { timeout: withinMs, maxBuffer: 4_000_000 }, (error, output) => done(error ? [] : fontFamilies(output)))
  })
}

/** `fc-list : family` gives one face a line, names in several languages separated by commas. */
export function fontFamilies(listing: string): string[] {
  const names = listing.split('\n').flatMap((line) => line.split(',').slice(0, 2)).map((name) => name.trim().replaceAll('\\', '')).filter((name) => name && !name.startsWith('.'))
  return [...new Set(names)].sort((a, b) => a.localeCompare(b)).slice(0, 400)
}
