// Calls of both shells on a machine without bash; the test hides it before this starts. Prints what each call gave.
import { openBench } from '../tools/bench'

const bench = await openBench()
const leader = bench.session()
const main = bench.session({ profileKey: 'main' })
const calls = [[leader, 'bash', { command: 'true' }], [leader, 'bash', { command: 'true', background: true }], [main, 'Bash', { command: 'ls; ls' }], [main, 'Bash', { command: 'ls' }]] as const
const given = []
for (const [session, tool, args] of calls) given.push(await bench.call(session, tool, args))
const cards = bench.project.sessionsDb.prepare<[], { n: number }>('SELECT count(*) AS n FROM Approval').get()
process.stdout.write(`${JSON.stringify({ codes: given.map(({ status, code }) => [status, code]), text: given[0]?.content, cards: cards?.n })}\n`)
await bench.close()
