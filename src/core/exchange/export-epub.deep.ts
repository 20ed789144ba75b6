import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportRig } from '../../../test/project/export-rig'

/** How epubcheck is started here: by itself, or, where it is the bare archive that Debian installs, by Java; null: it is not installed. */
function epubcheck(): readonly string[] | null {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const program = join(folder, 'epubcheck')
    try {
      const file = openSync(program, 'r')
      const start = Buffer.alloc(2)
      readSync(file, start)
      closeSync(file)
      return start.toString('latin1') === 'PK' ? ['java', '-jar', program] : [program]
    } catch {
      continue
    }
  }
  return null
}
const start = epubcheck()

describe.skipIf(start === null)('X2 epubcheck finds nothing to say', () => {
  it.each(['zh-CN', 'en'] as const)('%s', async (locale) => {
    const { act, chapter, run } = await exportRig({ locale, title: locale === 'en' ? 'Snow & "Night" <1>' : '雪夜 & <灯>' })
    await chapter('Prologue', '开头 <b>&amp;</b>。\n\n# 一\n\n坏\u0007字 😀\n')
    for (const title of ['风雪', '<Two>']) {
      const id = act(title)
      for (const n of [1, 2]) await chapter(`${title} ${n}`, '他*走*了。\n\n“**走**吧。”她\t说。  两格\n\n***\n\nHe left.\n', id)
    }
    await chapter('尾声', '雪停了。\n')
    for (const titles of ['written', 'numbered', 'none'] as const) {
      const { path } = await run({ format: 'epub', titles, indent: titles === 'written', author: titles === 'none' ? '' : '某 & 人', sceneBreak: titles === 'none' ? '' : null }, { name: `${titles}.epub` })
      const [program = '', ...more] = start ?? []
      expect(execFileSync(program, [...more, '--failonwarnings', path], { encoding: 'utf8' })).toContain('0 fatals / 0 errors / 0 warnings')
    }
  })
})
