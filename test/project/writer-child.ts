// Writes the same number into three files, all or none, as fast as it can, and says each number once it is on the disk.
import { createEnv } from '../../src/core/project/env'
import { openProject } from '../../src/core/project/open-project'
import type { FileChange } from '../../src/core/project/types'

const [dir = '', home = '', start = '0'] = process.argv.slice(2)
const project = await openProject(dir, createEnv(home), { emit: () => undefined, readOnlyOk: false, watch: false })
for (let n = Number(start); ; n += 1) {
  const changes: FileChange[] = []
  for (const name of ['one.md', 'sub/two.md', 'three.md']) {
    const path = await project.files.authorize(name, { use: 'create' })
    changes.push({ path, text: `${n}\n${String(n).repeat(4_000)}`, base: await project.files.hash(path) })
  }
  await project.files.apply(changes, { actor: 'agent', sessionId: 1, callId: `c${n}` })
  process.stdout.write(`${n}\n`)
}
