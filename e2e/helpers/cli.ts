import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { node26, root } from './paths'

/** Runs `wenqu …` with `--json` and returns what it printed. */
export function wenqu(home: string, words: readonly string[]): Promise<unknown> {
  return new Promise((done, refuse) => {
    execFile(node26, [join(root, 'bin/wenqu.mjs'), ...words, '--json'], { env: { ...process.env, WENQU_HOME: home }, maxBuffer: 50_000_000 }, (error, stdout, stderr) => {
      if (error) refuse(new Error(`wenqu ${words.join(' ')}: ${stderr || error.message}`))
      else done(JSON.parse(stdout))
    })
  })
}
