// Opens a project and holds it until it is killed or its input ends.
import { createEnv } from '../../src/core/project/env'
import { openProject } from '../../src/core/project/open-project'

const [dir = '', home = ''] = process.argv.slice(2)
const project = await openProject(dir, createEnv(home), { emit: () => undefined, readOnlyOk: true, watch: false })
process.stdout.write(`${project.readOnly ? 'read-only' : 'writable'}\n`)
process.stdin.resume().on('end', () => void project.close().then(() => process.exit(0)))
