import { z } from 'zod'
import { procedures } from './index'

const shape = (schema: z.ZodType): string => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const fields = Object.entries(json.properties ?? {})
  if (fields.length === 0) return '–'
  const required = new Set(json.required ?? [])
  return fields.map(([name]) => `\`${name}${required.has(name) ? '' : '?'}\``).join(' ')
}

/** The table of every call of the window, written from the schemas themselves (01 "Public surfaces"). */
export function proceduresDocument(): string {
  const rows = Object.entries(procedures).map(([name, { access, home, does, input, output }]) => `| \`${name}\` | ${access === 'human' ? 'author' : 'any'} | ${home} | ${does} | ${shape(input)} | ${shape(output)} |`)
  return ['# Calls of the window', '', 'Written from the zod schemas in `src/shared/procedures`; a test keeps it true. “Author” calls carry the author’s own authority: no tool reaches them.', '',
    '| Call | Who | Answered by | Does | Takes | Gives |', '|---|---|---|---|---|---|', ...rows, ''].join('\n')
}
