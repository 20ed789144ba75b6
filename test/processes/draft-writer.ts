// Puts drafts as fast as it can and says on stdout what is durable; the test kills it at any moment.
import { openDrafts } from '../../src/main/drafts'

const [home = '', size = '200'] = process.argv.slice(2)
const drafts = openDrafts(home)
for (let n = 1; ; n += 1) {
  await drafts.put('novel', { project: 'p', path: `ch-${n % 3}.md`, text: `${n}:${'雪'.repeat(Number(size))}:end`, baseHash: null })
  process.stdout.write(`${n}\n`)
}
