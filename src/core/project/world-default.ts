import type { Manifest } from './types'

/** The five types most novels need; the author adds attributes (03 §2). */
const schema = `# Types of the subjects of this world. Add attributes under attrs.
version: 1
types:
  world: { attrs: {} }
  character: { attrs: {} }
  location: { attrs: {} }
  faction: { attrs: {} }
  item: { attrs: {} }
`

/** The civil calendar, written as the novel's language does (03 §3). */
const calendars: Record<Manifest['locale'], string> = {
  'zh-CN': 'kind: gregorian\neraBefore: 公元前\neraAfter: 公元\nformat: "{era}{year}年{month}月{day}日 {hour:02}:{minute:02}"\n',
  en: 'kind: gregorian\neraBefore: BCE\neraAfter: CE\nformat: "{era} {year}-{month}-{day} {hour:02}:{minute:02}"\n',
}

const titles: Record<Manifest['locale'], string> = { 'zh-CN': '世界', en: 'World' }

/** The files of `world/` in a new project (02 §1). */
export const defaultWorld = (locale: Manifest['locale']): Record<string, string> => ({
  'schema.yaml': schema, 'calendar.yaml': calendars[locale], 'index.md': `---\ntitle: ${titles[locale]}\ntype: world\n---\n`,
})
