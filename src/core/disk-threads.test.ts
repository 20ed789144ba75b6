import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { widenDiskThreads } from './disk-threads'

const script = `
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { widenDiskThreads } from ${JSON.stringify(fileURLToPath(new URL('disk-threads.ts', import.meta.url)))}
widenDiskThreads()
await Promise.all(Array.from({ length: 40 }, () => readFile('/etc/hosts')))
console.log(readdirSync('/proc/self/task').filter((id) => readFileSync('/proc/self/task/' + id + '/comm', 'utf8').startsWith('libuv')).length)`

test.skipIf(process.platform !== 'linux')('a process that is told before its first wait has sixteen', () => {
  expect(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8', env: {} }).trim()).toBe('16')
})

test('what the environment says goes first', () => {
  const env = { UV_THREADPOOL_SIZE: '2' }
  widenDiskThreads(env)
  expect(env.UV_THREADPOOL_SIZE).toBe('2')
})
