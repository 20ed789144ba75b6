import { afterEach, describe, expect, it } from 'vitest'
import { end, openBench, say, scripted, type Bench } from '../../../test/model-server/agent-bench'
import { isFault } from '@shared/fault'
import { keepPicture, shownPicture } from './author-pictures'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('pixels')])
const codeOf = async (work: () => Promise<unknown>): Promise<string> => work().then(() => 'ok', (error: unknown) => (isFault(error) ? error.fault.code : String(error)))
const open: Bench[] = []
afterEach(() => { open.splice(0) })
const payloads = (bench: Bench, id: number) => bench.entries(id).filter((entry) => entry.payload['role'] === 'user').map((entry) => entry.payload)

describe('pictures in the author\'s messages (04 §2, 09 §6)', () => {
  it('what its bytes say counts, not its name; too large is refused; what is kept is shown again', async () => {
    const { project } = openBench({ model: scripted([]) })
    const kept = await keepPicture(project, '她.txt', png)
    expect(kept).toMatchObject({ mime: 'image/png', name: '她.txt', bytes: png.length })
    expect(await shownPicture(project, kept.blob)).toEqual({ mime: 'image/png', base64: png.toString('base64') })
    expect([await codeOf(() => keepPicture(project, 'a.png', Buffer.from('%PDF-1.7'))), await codeOf(() => keepPicture(project, 'a.png', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)])))]).toEqual(['IMAGE_INVALID', 'IMAGE_TOO_LARGE'])
    const text = await project.blobs.put(Buffer.from('a secret text'))
    expect(await codeOf(() => shownPicture(project, text))).toBe('NOT_FOUND')
  })

  it('a reply of a model that does not see says so, once for the words with the pictures', async () => {
    const bench = openBench({ model: scripted([[say('一'), end()]]) })
    open.push(bench)
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await bench.agents.send(id, '看这张', 'prompt', null, [await keepPicture(bench.project, '1.png', png)])
    await bench.agents.whenQuiet(id)
    await bench.agents.send(id, '再说', 'prompt')
    await bench.agents.whenQuiet(id)
    expect(bench.entries(id).filter((entry) => entry.payload['role'] === 'assistant').map((entry) => entry.payload['unseen'])).toEqual([true, undefined])
  })
  it('they go with the message: at once, from the queue as steer and followup, and with an edit of its words; never into the session as bytes', async () => {
    let free = (): void => undefined
    const held = new Promise<void>((resolve) => { free = resolve })
    const bench = openBench({ model: scripted([async function* () { await held; yield say('一'); yield end() }, [say('二'), end()], [say('三'), end()], [say('四'), end()]]) })
    open.push(bench)
    const { agents, project } = bench
    const id = agents.create({ profileKey: 'leader.default' }).id
    const [first, second, third] = [await keepPicture(project, '1.png', png), await keepPicture(project, '2.png', png), await keepPicture(project, '3.png', png)]
    await agents.send(id, '看这张', 'prompt', null, [first])
    await agents.send(id, '还有这张', 'steer', null, [second])
    await agents.send(id, '最后这张', 'followup', null, [third])
    expect(agents.snapshot(id).queue).toMatchObject([{ kind: 'steer', source: null, pictures: [second] }, { kind: 'followup', source: null, pictures: [third] }])
    free()
    await agents.whenQuiet(id)
    expect(payloads(bench, id)).toMatchObject([{ text: '看这张', pictures: [first] }, { text: '还有这张', intent: 'steer', pictures: [second] }, { text: '最后这张', pictures: [third] }])
    const entry = bench.entries(id).find((one) => one.payload['text'] === '看这张')
    await agents.edit(id, entry?.id ?? '', '再看这张')
    await agents.whenQuiet(id)
    expect(payloads(bench, id)).toMatchObject([{ text: '再看这张', pictures: [first] }])
    expect(JSON.stringify(bench.entries(id))).not.toContain(png.toString('base64'))
    expect((await agents.context(id, 'zh-CN')).rows.find((row) => row.kind === 'attachment')?.title).toContain('再看这张')
  })
})
