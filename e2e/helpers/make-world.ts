import type { PatchInput } from '../../src/shared/world'
import { specSchemaText } from '../../test/world/spec-world'
import type { CoreCall } from './core-process'

export const day = 86_400
export async function write(core: CoreCall, project: string, time: bigint | number, title: string, patches: readonly PatchInput[], more: { kind?: string; summary?: string } = {}): Promise<string> {
  const { sliceId } = await core('world.save', { project, write: { do: 'write', slice: { time: String(time), title, patches: [...patches], ...more } } })
  return sliceId
}

/** Three slices, a day apart, as 03 §12 has them; returns their ids. */
export async function makeWorld(core: CoreCall, project: string): Promise<string[]> {
  const { schema: file } = await core('world.files', { project })
  await core('world.saveFile', { project, file: 'schema', text: specSchemaText, baseHash: file.hash })
  return [
    await write(core, project, day, '入世', [
      { subjectId: 'hero', type: 'character', name: '阿英', path: '/skills', op: 'append', value: '剑' }, { subjectId: 'sword', type: 'item', name: '青锋', path: '/durability', op: 'replace', value: 100 },
      { subjectId: 'inn', type: 'location', name: '悦来客栈', path: '/danger', op: 'replace', value: 0 },
    ], { kind: 'init' }),
    await write(core, project, 2 * day, '受伤', [{ subjectId: 'hero', path: '/hp', op: 'increment', value: -30 }]),
    await write(core, project, 3 * day, '投宿', [{ subjectId: 'hero', path: '/location', op: 'replace', value: 'subject://inn' }]),
  ]
}

const words = {
  'zh-CN': { name: '柳娘子', place: '茶棚', first: '茶棚开张', firstWords: '西市口支起一座茶棚，柳娘子从此在这里卖茶。', second: '雪夜失火', why: '灶火引燃了草席', third: '欠下茶钱', attr: '欠账' },
  en: { name: 'Nell Carrow', place: 'The tea stall', first: 'The tea stall opens', firstWords: 'A stall goes up by the west gate; from now on Nell sells tea there.', second: 'A fire in the snow', why: 'The stove caught the matting', third: 'Money owed for tea', attr: 'debts' },
} as const

/** A few subjects and slices beside what the sample holds, one of them with something wrong, so that every part of the panel has something to show. */
export async function fillWorld(core: CoreCall, project: string, lang: keyof typeof words): Promise<void> {
  const w = words[lang]
  const { now } = await core('world.timeline', { project })
  const from = BigInt(now) + 400n * BigInt(day)
  await write(core, project, from, w.first, [
    { subjectId: 'nell', type: 'character', name: w.name, path: '/role', op: 'replace', value: w.place }, { subjectId: 'tea-stall', type: 'location', name: w.place, path: '/state', op: 'replace', value: w.firstWords },
    { subjectId: 'nell', path: '/location', op: 'replace', value: 'subject://tea-stall' }, { subjectId: 'nell', path: '/age', op: 'replace', value: 31 }, { subjectId: 'nell', path: '/knows', op: 'append', value: w.second },
  ], { kind: 'init', summary: w.firstWords })
  await write(core, project, from + BigInt(day), w.second, [{ subjectId: 'tea-stall', path: '/state', op: 'replace', value: w.second, summary: w.why }, { subjectId: 'nell', path: '/age', op: 'increment', value: 1 }])
  await write(core, project, from + BigInt(2 * day), w.third, [{ subjectId: 'nell', path: `/${w.attr}`, op: 'increment', value: 3 }, { subjectId: 'nell', path: '/status', op: 'remove' }])
}
