import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { Scenario } from './scenario'

/** Reads every scenario of the product; a broken one is a defect of the product and named. */
export function loadScenarios(dir: string): Scenario[] {
  return readdirSync(dir).filter((name) => name.endsWith('.yaml')).sort().map((name) => {
    const parsed = Scenario.safeParse(parse(readFileSync(join(dir, name), 'utf8')))
    if (!parsed.success) throw new Error(`${name}: ${parsed.error.message}`)
    if (parsed.data.id !== basename(name, '.yaml')) throw new Error(`${name}: id is "${parsed.data.id}"`)
    return parsed.data
  })
}
