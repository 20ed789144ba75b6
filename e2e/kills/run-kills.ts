import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runCli } from '../cli/run-cli'
import { checkKept } from './check-kept'
import { killRound, type Sent } from './kill-run'

/** `rounds` SIGKILLs at random moments of writes through the pipeline; nothing acknowledged may be missing at the end. */
export async function runKills(rounds: number): Promise<{ acknowledged: number; sent: number }> {
  const top = mkdtempSync(join(tmpdir(), 'wenqu-kills-'))
  const home = join(top, 'home')
  const project = join(top, 'novel')
  const env = { WENQU_HOME: home }
  expect((await runCli(['project', 'new', project, '--title', '雪夜'], env)).code).toBe(0)
  const all: Sent[] = []
  for (let round = 0; round < rounds; round += 1) {
    const sent = await killRound(project, home, round, Math.random() * 60)
    checkKept(project, sent)
    all.push(...sent)
  }
  checkKept(project, all)
  const verify = await runCli(['project', 'verify', '--project', project], env)
  expect(`${verify.stdout}${verify.stderr}`, 'project verify').toSatisfy(() => verify.code === 0)
  rmSync(top, { recursive: true, force: true })
  return { acknowledged: all.filter((one) => one.acknowledged).length, sent: all.length }
}
