import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { exited } from '../../../test/project/child'
import { bundleCore } from '../../../test/model-server/bundle-child'

it('an export that is killed while it writes leaves the old file or the new one, whole, and the next takes away what was half done', async () => {
  const home = mkdtempSync(join(tmpdir(), 'wenqu-export-kill-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const built = await bundleCore('src/core/cli/index.ts')
  // Its name is how it knows that it was started.
  const program = join(dirname(built), 'cli.js')
  copyFileSync(built, program)
  const start = (argv: readonly string[]) => spawn(process.execPath, [program, ...argv], { stdio: 'ignore', env: { ...process.env, WENQU_HOME: join(home, '.wenqu') } })
  const done = async (argv: readonly string[]) => {
    const child = start(argv)
    await exited(child)
    expect(child.exitCode, argv[0]).toBe(0)
  }
  const [dir, out] = [join(home, 'novel'), join(home, 'out.txt')]
  writeFileSync(join(home, 'source.txt'), `第一章 长\n\n${'　　他走进第一条街，雪落下来。\n\n'.repeat(200_000)}`)
  await done(['project', 'new', dir])
  await done(['import', join(home, 'source.txt'), '--project', dir])
  const argv = ['export', '--project', dir, '--format', 'txt', '--out', out, '--overwrite']
  await done(argv)
  const whole = readFileSync(out, 'utf8')
  const isTemp = (name: string) => name.startsWith('.wq-')
  let cutOff = 0
  for (let round = 0; round < 10 && cutOff < 3; round += 1) {
    writeFileSync(out, 'old')
    const child = start(argv)
    while (child.exitCode === null && !readdirSync(home).some(isTemp)) await new Promise((next) => setImmediate(next))
    child.kill('SIGKILL')
    await exited(child)
    const found = readFileSync(out, 'utf8')
    expect(found === 'old' || found === whole, `round ${round}`).toBe(true)
    if (found === 'old' && readdirSync(home).some(isTemp)) cutOff += 1
    await done(argv)
    expect([readFileSync(out, 'utf8') === whole, readdirSync(home).filter(isTemp)]).toEqual([true, []])
  }
  expect(cutOff).toBeGreaterThan(0)
})
