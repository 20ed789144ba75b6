// Replaces a folder by a link that leads outside and puts it back, and the same with a file, as fast as it can; says how often when its input ends.
import { renameSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

const [dir = '', outside = ''] = process.argv.slice(2)
let swaps = 0
let going = true
process.stdin.on('end', () => { going = false }).resume()
const folder = join(dir, 'swap')
const file = join(dir, 'turn', 'f.md')
const at = (path: string, target: string): void => {
  try {
    renameSync(path, `${path}.kept`)
    symlinkSync(target, path)
    unlinkSync(path)
    renameSync(`${path}.kept`, path)
    swaps += 1
  } catch {
    // Something was written there meanwhile: what was kept aside goes back when there is room.
    try { renameSync(`${path}.kept`, path) } catch { /* It is there already. */ }
  }
}
const round = (): void => {
  for (let n = 0; n < 20; n += 1) {
    at(folder, outside)
    at(file, join(outside, 'f.md'))
  }
  // Most of the time things are as they should be, so that calls get as far as possible.
  if (going) setTimeout(round, 3)
  else process.stdout.write(`${swaps}\n`)
}
process.stdout.write('ready\n')
round()
