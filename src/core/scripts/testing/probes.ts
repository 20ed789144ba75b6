import type { ToolResult } from '@shared/tool-result'

/** Ways in which a script can behave badly; each runs in place of the tool's own command, under its own schema and caps (08 §8). */
export interface Probe { readonly name: string; readonly script: string; wrong(result: ToolResult): string | null }

const is = (status: ToolResult['status'], code: string | null) => (result: ToolResult): string | null =>
  result.status === status && result.code === code ? null : `expected ${code ?? status}, got ${result.code ?? result.status}`

export const probes: readonly Probe[] = [
  { name: '200,000 bytes on stdout', script: `process.stdout.write('x'.repeat(99).concat('\\n').repeat(2000))`, wrong: (result) => is('ok', null)(result) ?? (result.truncated === null || !result.content.includes('more line') ? 'expected a cut text that says how much is left' : null) },
  { name: 'a silent hang', script: `setInterval(() => {}, 1000)`, wrong: is('fail', 'TIMEOUT') },
  { name: 'a child that outlives its parent', script: `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' }).unref(); console.log('left')`, wrong: is('ok', null) },
  { name: 'exit 1 without a word', script: `process.exit(1)`, wrong: (result) => is('fail', 'SCRIPT_FAILED')(result) ?? (result.content.length < 20 ? 'expected words' : null) },
  { name: 'stdin unread', script: `console.log('unread')`, wrong: is('ok', null) },
]

/** Prints the hash of what it read: arguments arrive unchanged. */
export const echoScript = `const{createHash}=require('node:crypto');const h=createHash('sha256');process.stdin.on('data',c=>h.update(c)).on('end',()=>console.log(h.digest('hex')))`
