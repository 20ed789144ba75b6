import { notUtf8Pattern } from './not-text'
import { neverInControl, neverListed } from './rg'

/** What `Grep` was asked, defaults filled in (06 §3). */
export interface GrepRequest {
  pattern: string; mode: 'files_with_matches' | 'content' | 'count'; glob: string | null; type: string | null
  ignoreCase: boolean; numbers: boolean; only: boolean; unrestricted: boolean; before: number; after: number; multiline: boolean; limit: number; offset: number
}

/**
 * The arguments that choose files; a named file has none. Where nothing brings hidden files in, ripgrep passes over the control
 * folders by itself, and who takes its answer leaves out what an ignore file un-hides: globs cost something for every name.
 */
export function fileFilters({ glob, type, unrestricted }: Pick<GrepRequest, 'glob' | 'type' | 'unrestricted'>, inControlFolder: boolean): string[] {
  if (glob === null && type === null && !unrestricted && !inControlFolder) return []
  return [
    ...(unrestricted ? ['--no-ignore', '--hidden'] : []), ...(glob === null ? [] : [`--glob=${glob}`]), ...(type === null ? [] : [`--type=${type}`]),
    ...neverListed, ...(inControlFolder ? neverInControl : []),
  ]
}

/** `sorted`: ripgrep then searches on one core alone. `notUtf8`: it also looks for lines that are no UTF-8. `told`: its JSON, or the names of the files that match alone, each with a NUL. */
export interface SearchHow { sorted: boolean; notUtf8: boolean; told: 'events' | 'names' }

/** How ripgrep is asked. `--crlf`: a `\r` before the newline belongs to the ending (06 §2). */
export function searchArgs(request: GrepRequest, filters: readonly string[], target: './' | '-', { sorted, notUtf8, told }: SearchHow): string[] {
  const { ignoreCase, before, after, multiline, mode, only, pattern } = request
  const context = mode === 'content' && !only ? [`--before-context=${before}`, `--after-context=${after}`] : []
  return [
    ...(told === 'events' ? ['--json'] : ['--files-with-matches', '--null']), '--no-config', '--no-messages', ...(sorted ? ['--sort=path'] : []), '--crlf', ...(ignoreCase ? ['--ignore-case'] : []), ...(multiline ? ['--multiline', '--multiline-dotall'] : []), ...context,
    // One hit makes a file one that matches.
    ...(mode === 'files_with_matches' && told === 'events' ? ['--max-count=1'] : []), ...filters, `--regexp=${pattern}`, ...(notUtf8 ? [`--regexp=${notUtf8Pattern}`] : []), '--', target,
  ]
}
