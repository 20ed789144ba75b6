import ivm from 'isolated-vm'
import { openBench, type Bench } from '../test/tools/bench'
import { compare, type BenchRow } from './measure'

/** A project whose world has so many subjects, each with one patch. */
async function worldOf(subjects: number): Promise<Bench> {
  const bench = await openBench()
  const run = bench.world.begin()
  for (let at = 0; at < subjects; at += 100) {
    const patches = Array.from({ length: Math.min(100, subjects - at) }, (_, i) => ({ subjectId: `s${at + i}`, path: '/hp', op: 'replace' as const, value: i, type: 'character' }))
    run.write({ do: 'write', slice: { time: String(at), title: 'x', patches } })
  }
  bench.world.commit(run, { by: { actor: 'author', sessionId: null } })
  return bench
}

const caller = (bench: Bench): ((code: string) => Promise<void>) => {
  const session = bench.session()
  return async (code) => {
    const result = await bench.call(session, 'execute_world', { code })
    if (result.status !== 'ok') throw new Error(result.content)
  }
}

async function bareIsolate(): Promise<void> {
  const isolate = new ivm.Isolate({ memoryLimit: 64 })
  const context = await isolate.createContext()
  await context.eval('(async () => 1)()', { promise: true })
  isolate.dispose()
}

/** Row 10 of 13: a script that does nothing against a bare isolate; one subject of a hundred and of ten thousand. */
export async function executeWorld(): Promise<BenchRow[]> {
  const [small, large] = [await worldOf(100), await worldOf(10_000)]
  const [inSmall, inLarge] = [caller(small), caller(large)]
  try {
    return [
      await compare({ row: 10, what: 'execute_world("return 1") warm', size: '100 subjects', peer: 'bare isolate create + eval', must: 2 }, () => inSmall('return 1'), bareIsolate),
      await compare({ row: 10, what: 'one subject read', size: '10,000 subjects', peer: 'in a world of 100', must: 1.5 }, () => inLarge('return world.subject.get("s7").hp'), () => inSmall('return world.subject.get("s7").hp')),
    ]
  } finally {
    await small.close()
    await large.close()
  }
}
