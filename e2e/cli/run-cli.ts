import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { node26, root } from '../helpers/paths'

export interface CliAnswer { code: number | null; stdout: string; stderr: string }

/** Runs `wenqu …` as a shell would and keeps its exit code: failing is an answer here. */
export function runCli(words: readonly string[], env: Record<string, string>, stdin = ''): Promise<CliAnswer> {
  return new Promise((done) => {
    const child = spawn(node26, [join(root, 'bin/wenqu.mjs'), ...words], { cwd: root, env: { ...process.env, ...env } })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => { stdout += chunk.toString() })
    child.stderr.on('data', (chunk: Buffer) => { stderr += chunk.toString() })
    child.stdin.on('error', () => undefined)
    child.stdin.end(stdin)
    child.once('close', (code) => done({ code, stdout, stderr }))
  })
}
