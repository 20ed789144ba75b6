/** `world/schema.yaml` of a new project: the five types most novels need; the author adds attributes (03). */
export const defaultWorldSchema = `# Types of the subjects of this world. Add attributes under attrs.
version: 1
types:
  world: { attrs: {} }
  character: { attrs: {} }
  location: { attrs: {} }
  faction: { attrs: {} }
  item: { attrs: {} }
`
