import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(process.cwd(), 'src/renderer/styles')
const sheets = readdirSync(folder).filter((name) => name.endsWith('.css')).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const layers = Object.fromEntries([...(sheets.find(({ name }) => name === 'tokens.css')?.text ?? '').matchAll(/--(layer-[a-z-]+): (\d+);/g)].map(([, name, height]) => [name, Number(height)]))

describe('what lies over what', () => {
  it('every height is a named layer: two numbers of two files would meet by chance', () => {
    const free = sheets.flatMap(({ name, text }) => [...text.matchAll(/z-index:\s*([^;}]+)/g)].filter(([, height]) => layers[/^var\(--(layer-[a-z-]+)\)$/.exec(height?.trim() ?? '')?.[1] ?? ''] === undefined).map(([rule]) => `${name}: ${rule}`))
    expect(free).toEqual([])
  })

  it('no two layers are of one height, and a menu lies over whatever it was opened from', () => {
    const heights = Object.values(layers)
    expect(new Set(heights).size).toBe(heights.length)
    for (const below of ['popover', 'dialog', 'cover', 'drawer']) expect(layers['layer-menu'], below).toBeGreaterThan(layers[`layer-${below}`] ?? Infinity)
  })
})
