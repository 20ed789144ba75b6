import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ExportChoice } from '@shared/procedures/export'
import { exportRig } from '../../../test/project/export-rig'
import { trashWithProse } from '../story/trash-with-prose'

afterEach(() => { vi.restoreAllMocks() })
const txt = ExportChoice.parse({ format: 'txt' })
/** What a folder holds beside the novel and the app's own. */
const left = (folder: string) => readdirSync(folder).filter((name) => name !== 'demo' && name !== 'home')

describe('export (09 §16)', () => {
  it('a TXT has a BOM, headings, every paragraph once and indented, and what it holds is told', async () => {
    const { act, chapter, run, events } = await exportRig()
    const first = act('风雪')
    await chapter('灯一', '他走了。\n\n“走吧。”她说。\n\n***\n\n　　天亮了。\n', first)
    await chapter('灯二', null, first)
    await chapter('尾声', '雪停了。\n')
    const report = await run({ format: 'txt' })
    expect(report.bytes.toString()).toBe('\uFEFF风雪\n\n灯一\n\n　　他走了。\n　　“走吧。”她说。\n***\n　　天亮了。\n\n尾声\n\n　　雪停了。\n')
    expect(report).toMatchObject({ state: 'done', chapters: 2, words: 13, leftOut: [{ reason: 'empty', what: '灯二' }], code: null, doneAt: expect.stringMatching(/^\d{4}-.*Z$/) as string })
    expect(events.filter((event) => event.type === 'export.progress').map(({ stage, state, done, total }) => [stage, state, done, total])).toEqual([['read', 'running', 0, 2], ['write', 'running', 2, 2], ['done', 'done', 2, 2]])
  })

  it('says what can be exported, what not and why, and shows the first lines as they will be', async () => {
    const { workspace, project, act, chapter, exports } = await exportRig({ title: '雪/夜？' })
    expect(await exports.choices()).toMatchObject({ empty: 'noChapters', sections: [], chapters: 0, suggestedName: '雪-夜？', suggestedFolder: workspace })
    await expect(exports.run(txt, join(workspace, 'out.txt'), false)).rejects.toMatchObject({ fault: { code: 'EXPORT_EMPTY' } })
    const first = act('风雪')
    const empty = await chapter('灯一', '\n', first)
    expect(await exports.choices()).toMatchObject({ empty: 'noText' })
    const sign = await chapter('灯二', '😀\n', first)
    const loose = await chapter('尾声', '一。\n\n***\n\n二。\n')
    writeFileSync(join(project.dir, 'manuscript/notes.md'), '无主\n')
    const choices = await exports.choices()
    expect(choices).toMatchObject({
      empty: null, chapters: 2, words: 2, leftOut: [{ reason: 'empty', what: '灯一', chapterId: empty.id }, { reason: 'orphan', what: 'manuscript/notes.md' }],
      sections: [{ act: { title: '风雪' }, chapters: [{ id: empty.id, hasText: false }, { id: sign.id, hasText: true }] }, { act: null, chapters: [{ id: loose.id, number: 3, words: 2 }] }],
    })
    const preview = async (choice: Partial<ExportChoice>) => exports.preview(ExportChoice.parse({ format: 'txt', ...choice }))
    const body = [['paragraph', '一。'], ['break', '***'], ['paragraph', '二。']]
    const lines = ({ lines: all }: Awaited<ReturnType<typeof preview>>) => all.map(({ kind, text }) => [kind, text])
    const docx = await preview({ format: 'docx' })
    expect([lines(docx), docx.indented, docx.leftOut.length]).toEqual([[['act', '风雪'], ['chapter', '灯二'], ['paragraph', '😀'], ['chapter', '尾声'], ...body], true, 2])
    const one = await preview({ chapters: [loose.id] })
    expect([lines(one), one.indented, one.leftOut, one.chapters]).toEqual([[['chapter', '尾声'], ['blank', ''], ...body.map(([kind, text]) => [kind, kind === 'break' ? text : `　　${text}`]), ['blank', '']], false, [], 1])
    const [web, markdown] = [await preview({ format: 'html', chapters: [loose.id] }), await preview({ format: 'md', chapters: [loose.id] })]
    expect([web.lines[0], markdown.lines[0]]).toEqual([{ kind: 'title', text: '雪/夜？' }, { kind: 'title', text: '# 雪/夜？' }])
    const looks = await chapter('灯四', '是*那盏*灯。\n')
    expect((await preview({ format: 'docx', chapters: [looks.id] })).lines.at(-1)).toEqual({ kind: 'paragraph', text: '是那盏灯。', runs: [{ text: '是', bold: false, italic: false }, { text: '那盏', bold: false, italic: true }, { text: '灯。', bold: false, italic: false }] })
    expect([docx.cut, one.cut], 'a short book is shown whole').toEqual([false, false])
    await chapter('灯三', '一行。\n\n'.repeat(80))
    expect([(await preview({})).cut, (await preview({ chapters: [loose.id] })).cut]).toEqual([true, false])
    await expect(preview({ chapters: ['99'] })).rejects.toMatchObject({ fault: { code: 'ENTITY_NOT_FOUND' } })
  })

  it('X4 an existing file is asked about, and stays when nothing is said', async () => {
    const { workspace, chapter, run } = await exportRig()
    await chapter('灯一', '他走了。\n')
    writeFileSync(join(workspace, 'out.txt'), 'mine')
    await expect(run({ format: 'txt' })).rejects.toMatchObject({ fault: { code: 'FILE_EXISTS', data: { size: expect.any(Number) as number, modified: expect.stringMatching(/^\d{4}-/) as string } } })
    expect(readFileSync(join(workspace, 'out.txt'), 'utf8')).toBe('mine')
    expect((await run({ format: 'txt' }, { overwrite: true })).bytes.toString()).toContain('他走了。')
    symlinkSync(join(workspace, 'out.txt'), join(workspace, 'link.txt'))
    await run({ format: 'txt', indent: false }, { name: 'link.txt', overwrite: true })
    expect([readFileSync(join(workspace, 'out.txt'), 'utf8'), left(workspace)]).toEqual([expect.stringContaining('\n他走了。'), ['link.txt', 'out.txt']])
  })

  it('writes nowhere but in a folder that is there, outside the novel and the app', async () => {
    const { workspace, project, chapter, exports } = await exportRig()
    await chapter('灯一', '他走了。\n')
    mkdirSync(join(workspace, 'folder'))
    mkdirSync(join(workspace, 'other/.nbook'), { recursive: true })
    mkdirSync(join(workspace, 'home'), { recursive: true })
    symlinkSync(join(workspace, 'home'), join(workspace, 'door'))
    symlinkSync(project.dir, join(workspace, 'inside'))
    symlinkSync(join(workspace, 'nowhere'), join(workspace, 'dangling'))
    const refused: [string, string][] = [
      ['nowhere/out.txt', 'EXPORT_FOLDER'], ['demo/out.txt', 'EXPORT_FOLDER'], ['inside/manuscript/out.txt', 'EXPORT_FOLDER'], ['demo/.nbook/out.txt', 'PATH_PROTECTED'], ['other/.nbook/out.txt', 'PATH_PROTECTED'],
      ['folder', 'NOT_A_FILE'], ['dangling', 'NOT_A_FILE'], ['demo/project.yaml/out.txt', 'EXPORT_FOLDER'], ['home/none/out.txt', 'EXPORT_FOLDER'],
      ['home/config.json', 'PATH_PROTECTED'], ['door/trust.json', 'PATH_PROTECTED'], ['other/project.yaml', 'EXPORT_FOLDER'], ['demo/project.yaml', 'EXPORT_FOLDER'],
    ]
    for (const [name, code] of refused) await expect(exports.run(txt, join(workspace, name), true), name).rejects.toMatchObject({ fault: { code } })
    await expect(exports.run(txt, 'out.txt', true)).rejects.toMatchObject({ fault: { code: 'PATH_INVALID' } })
    expect(left(workspace)).toEqual(['dangling', 'door', 'folder', 'inside', 'other'])
  })

  it('a full disk: the cause is named, no half file stays and the old one does', async () => {
    const { workspace, chapter, run } = await exportRig()
    await chapter('灯一', '他走了。\n'.repeat(200_000))
    writeFileSync(join(workspace, 'out.txt'), 'mine')
    const handle = await open(process.execPath)
    await handle.close()
    vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync').mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC' }))
    expect(await run({ format: 'txt' }, { overwrite: true })).toMatchObject({ state: 'failed', code: 'WRITE_FAILED', message: expect.stringContaining('the disk is full') })
    expect([left(workspace), readFileSync(join(workspace, 'out.txt'), 'utf8')]).toEqual([['out.txt'], 'mine'])
  })

  it('a stop leaves nothing, a second run is refused meanwhile, and closing stops too', async () => {
    const { workspace, chapter, exports, events } = await exportRig()
    for (let n = 0; n < 40; n += 1) await chapter(`灯${n}`, '他走了。\n')
    const id = await exports.run(txt, join(workspace, 'out.txt'), false)
    await expect(exports.run(txt, join(workspace, 'two.txt'), false)).rejects.toMatchObject({ fault: { code: 'EXPORT_RUNNING' } })
    const meanwhile = exports.choices()
    await exports.stop(id)
    expect(await meanwhile, 'a window that opens meanwhile sees it run').toMatchObject({ running: id })
    expect(await exports.choices()).toMatchObject({ running: null })
    expect([exports.report(id).state, events.filter((event) => event.type === 'export.progress').at(-1)?.state, left(workspace)]).toEqual(['stopped', 'stopped', []])
    const second = await exports.run(txt, join(workspace, 'out.txt'), false)
    await exports.close()
    expect([(await exports.ended(second)).state, left(workspace)]).toEqual(['stopped', []])
    expect(() => exports.report('none')).toThrow('EXPORT_UNKNOWN')
  })

  it('a file that came meanwhile is not written over', async () => {
    const { workspace, chapter, exports } = await exportRig()
    for (let n = 0; n < 20; n += 1) await chapter(`灯${n}`, '他走了。\n')
    const id = await exports.run(txt, join(workspace, 'out.txt'), false)
    writeFileSync(join(workspace, 'out.txt'), 'mine')
    expect(await exports.ended(id)).toMatchObject({ state: 'failed', code: 'FILE_EXISTS' })
    expect([left(workspace), readFileSync(join(workspace, 'out.txt'), 'utf8')]).toEqual([['out.txt'], 'mine'])
  })

  it('waits for what the author typed a moment ago', async () => {
    const { project, workspace, chapter, exports, events } = await exportRig()
    const { path } = await chapter('灯一', '他走了。\n')
    project.unsaved.mark(path ?? '', true)
    const begun = exports.run(txt, join(workspace, 'out.txt'), false)
    while (!events.some((event) => event.type === 'text.flush')) await new Promise((done) => setImmediate(done))
    const place = join(project.dir, path ?? '')
    writeFileSync(place, `${readFileSync(place, 'utf8')}\n又回来了。\n`)
    project.unsaved.mark(path ?? '', false)
    await exports.ended(await begun)
    expect(readFileSync(join(workspace, 'out.txt'), 'utf8')).toBe('\uFEFF灯一\n\n　　他走了。\n　　又回来了。\n')
  })

  it('only the story: not what is in the trash, not the material', async () => {
    const { project, story, manuscript, chapter, run } = await exportRig()
    await chapter('灯一', '他走了。\n')
    const gone = await chapter('灯二', '删掉的。\n')
    await trashWithProse({ project, story, manuscript }, 'chapter', gone.id, true)
    mkdirSync(join(project.dir, 'reference'), { recursive: true })
    writeFileSync(join(project.dir, 'reference/a.md'), '资料')
    const report = await run({ format: 'txt' })
    expect([report.bytes.toString(), report.leftOut]).toEqual(['\uFEFF灯一\n\n　　他走了。\n', []])
  })

  it('a chapter whose file is gone or damaged is named as that, and once', async () => {
    const { project, chapter, run, exports } = await exportRig()
    await chapter('灯一', '好。\n')
    const gone = await chapter('灯二', '没了。\n')
    const broken = await chapter('灯三', '坏了。\n')
    const blank = await chapter('灯四', '空了。\n')
    const never = await chapter('灯五', null)
    const copied = await chapter('灯六', null)
    mkdirSync(join(project.dir, 'manuscript/vol-1', copied.name))
    rmSync(join(project.dir, gone.path ?? ''))
    writeFileSync(join(project.dir, broken.path ?? ''), '---\ntitle: [灯\nchapter: x\n---\n坏了。\n')
    writeFileSync(join(project.dir, blank.path ?? ''), '')
    writeFileSync(join(project.dir, 'manuscript/loose.md'), '---\ntitle: [\n---\n散的。\n')
    const expected = [
      { reason: 'gone', what: '灯二', chapterId: gone.id }, { reason: 'unreadable', what: broken.path, chapterId: broken.id }, { reason: 'unreadable', what: blank.path, chapterId: blank.id }, { reason: 'empty', what: '灯五', chapterId: never.id }, { reason: 'gone', what: '灯六', chapterId: copied.id },
      { reason: 'unreadable', what: 'manuscript/loose.md', chapterId: null },
    ].map((each) => ({ ...each, count: 0 }))
    expect((await exports.choices()).leftOut).toEqual(expected)
    expect((await run({ format: 'txt' })).leftOut).toEqual(expected)
  })

  it('a text in another encoding comes out whole, one that makes no sense is named', async () => {
    const { project, chapter, run } = await exportRig()
    const words = '他走进第一条街，雪落下来，灯火在风里摇晃，没有人说话。'
    const foreign = await chapter('灯一', '一\n')
    const broken = await chapter('灯二', '一\n')
    const good = await chapter('灯三', '好。\n')
    const encoded = (await import('iconv-lite')).default.encode(`${words}\n`, 'gb18030')
    const front = (path: string | null) => Buffer.from(/^---\n[\s\S]*?\n---\n/.exec(readFileSync(join(project.dir, path ?? ''), 'utf8'))?.[0] ?? '')
    writeFileSync(join(project.dir, foreign.path ?? ''), Buffer.concat([front(foreign.path), encoded]))
    writeFileSync(join(project.dir, broken.path ?? ''), Buffer.concat([front(broken.path), Buffer.from([0xe4, 0xbd, 0xff, 0xff, 0x00, 0x81])]))
    const report = await run({ format: 'txt' })
    expect(report.bytes.toString()).toBe(`\uFEFF灯一\n\n　　${words}\n\n灯三\n\n　　好。\n`)
    expect(report).toMatchObject({ chapters: 2, words: 24, leftOut: [{ reason: 'unreadable', what: broken.path, chapterId: broken.id }] })
    expect((await run({ format: 'txt', chapters: [good.id] }, { overwrite: true })).leftOut).toEqual([])
  })
})
