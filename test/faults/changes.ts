/** What the saver can be told: one save of a chapter, one patch of three files, one journalled write of an agent. */
export type Op = 'chapter' | 'patch' | 'journal'
export interface Order { op: Op; n: number; /** `kill/3`, `torn/3`, an error number as in `28/3`, `note/0` to list what is done, `off/0`. */ fault: string }

export const PATHS = { chapter: 'manuscript/ch.md', a: 'lore/a.md', gone: 'lore/sub/gone.md', fresh: 'new/fresh.md', single: 'notes.md' } as const

const long = (word: string): string => `${word.repeat(400)}\n`.repeat(17)

/** About 20 KB each; n tells one state from the next. */
export const newTexts = (n: number) => ({ chapter: long(`雪${n}`), a: `第${n}版\n${long('灯')}`, gone: long(`旧${n}`), fresh: long(`新${n}`).trimEnd(), single: long(`记${n}`) })

/** Changes one file, deletes one, adds one. */
export function patchText(n: number): string {
  const { fresh } = newTexts(n)
  return ['*** Begin Patch', `*** Update File: ${PATHS.a}`, '@@', '-第0版', `+第${n}版`, `*** Delete File: ${PATHS.gone}`, `*** Add File: ${PATHS.fresh}`, ...fresh.split('\n').map((line) => `+${line}`), '*** End Patch'].join('\n')
}
