import { describe, expect, it } from 'vitest'
import { createOpenProjects } from './open-projects'

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

function rig(afterMs = 30) {
  const said: string[] = []
  let fails = false
  const projects = createOpenProjects(async (dir: string, _options: object) => {
    said.push(`open ${dir}`)
    await pause(5)
    if (fails) throw new Error('no')
    return { dir, close: async () => { await pause(5); said.push(`close ${dir}`) } }
  }, afterMs)
  return { projects, said, fail: (now: boolean) => void (fails = now) }
}
const place = (slug: string, dir = `/w/${slug}`) => ({ slug, dir })

describe('open projects (02 §4)', () => {
  it('opens a folder once, however many ask', async () => {
    const { projects, said } = rig()
    const [a, b] = await Promise.all([projects.open(place('one'), {}), projects.open(place('one'), {})])
    expect([a === b, projects.get('one') === a, projects.get('two'), said]).toEqual([true, true, undefined, ['open /w/one']])
  })

  it('refuses a second folder of the same name, and tries again after a failure', async () => {
    const { projects, said, fail } = rig()
    fail(true)
    await expect(projects.open(place('one'), {})).rejects.toThrow('no')
    fail(false)
    await projects.open(place('one'), {})
    expect(() => projects.open(place('one', '/elsewhere/one'), {})).toThrow('PROJECT_NAME_OPEN')
    expect(said).toEqual(['open /w/one', 'open /w/one'])
  })

  it('closes after the grace, or not when it is opened again meanwhile', async () => {
    const { projects, said } = rig()
    await projects.open(place('one'), {})
    projects.release('one')
    await projects.open(place('one'), {})
    await pause(60)
    expect(projects.all()).toHaveLength(1)
    projects.release('one')
    await pause(80)
    expect([projects.all(), said]).toEqual([[], ['open /w/one', 'close /w/one']])
  })

  it('an opening during a close waits for its end', async () => {
    const { projects, said } = rig()
    await projects.open(place('one'), {})
    const closed = projects.close('one')
    await Promise.all([closed, projects.open(place('one'), {})])
    expect(said).toEqual(['open /w/one', 'close /w/one', 'open /w/one'])
    await projects.closeAll()
    expect(said.at(-1)).toBe('close /w/one')
  })
})
