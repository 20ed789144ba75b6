import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `world/schema.yaml` of 03 §2. */
export const specSchemaText = `version: 1
types:
  character:
    attrs:
      hp: {type: int, default: 100}
      rank: {type: enum, values: [外门, 内门]}
      mood: string
      location: ref(location)
      skills: {kind: collection, item: string}
      log: {kind: list, item: string}
      equipment: {kind: object, fields: {weapon: ref(item)}}
      bonds: {kind: object, item: int}
      events: {kind: embedding, form: array}
      memory: {kind: embedding, form: record}
  location: {attrs: {owner: ref(character), danger: {type: float, default: 0}}}
  item: {attrs: {durability: {type: int, default: 100}}}
`

/** Slices 1-3 from which every row of 03 §12 starts, as a script. */
export const specStart = `
world.slice.write({ time: 100n, title: '开端', patches: [
  { subjectId: 'hero', path: '/skills', op: 'append', value: '剑', type: 'character' },
  { subjectId: 'sword', path: '/durability', op: 'replace', value: 100, type: 'item' },
  { subjectId: 'inn', path: '/danger', op: 'replace', value: 0, type: 'location' },
] })
world.slice.write({ time: 200n, title: '受伤', patches: [{ subjectId: 'hero', path: '/hp', op: 'increment', value: -30 }] })
world.slice.write({ time: 300n, title: '入住', patches: [{ subjectId: 'hero', path: '/location', op: 'replace', value: 'subject://inn' }] })`

export const writeSpecSchema = (dir: string): void => writeFileSync(join(dir, 'world', 'schema.yaml'), specSchemaText)

/** \`w(t, …)\` of 03 §12: one write with one patch for hero. */
export const shorthand = `const w = (time, path, op, value, more = {}) => world.slice.write({ time, title: 'x', patches: [{ subjectId: 'hero', path, op, ...(op === 'remove' && value === undefined ? {} : { value }), ...more }] })
const hero = (o) => world.subject.get('hero', o)
`
