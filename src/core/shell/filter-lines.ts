import { spawn } from 'node:child_process'
import { fail } from '@shared/fault'
import { rgPath } from '../tools/search/rg'
import { cleanText } from './clean-text'

/** rg's expressions take linear time: a pattern of a model cannot hold core up. */
export function filterLines(text: string, pattern: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(rgPath(), ['--no-config', '--no-line-number', '--color=never', '--text', '-e', pattern, '-'], { env: {}, stdio: ['pipe', 'pipe', 'pipe'], signal, windowsHide: true })
    const [out, err]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.stdin.on('error', () => undefined)
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0 || code === 1) return resolve(Buffer.concat(out).toString('utf8'))
      try {
        fail('ARGS_INVALID', `the filter is no usable expression: ${cleanText(Buffer.concat(err)).trim().slice(0, 300)}`, { pointer: '/filter', actual: pattern })
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
    child.stdin.end(text)
  })
}
