import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { Locale } from '@shared/settings'
import { resourcesDir } from '../project/resources'

const Both = z.strictObject({ zh: z.string().min(1), en: z.string().min(1) })
const Head = z.strictObject({ order: z.number().int(), language: Locale, name: Both, about: Both })

/** A world to start from: texts for `world/schema.yaml` and `world/calendar.yaml`, in one language; its name and what it holds in both. */
export interface WorldTemplate { id: string; language: Locale; name: z.infer<typeof Both>; about: z.infer<typeof Both>; schema: string; calendar: string }

/** All templates of `resources/world-templates`, in their own order. */
export function worldTemplates(): WorldTemplate[] {
  const root = join(resourcesDir(), 'world-templates')
  return readdirSync(root)
    .map((id) => {
      const read = (name: string): string => readFileSync(join(root, id, name), 'utf8')
      const { order, ...head } = Head.parse(parse(read('template.yaml')))
      return { order, template: { id, ...head, schema: read('schema.yaml'), calendar: read('calendar.yaml') } }
    })
    .sort((a, b) => a.order - b.order)
    .map(({ template }) => template)
}
