import { budgetFinding } from '../tools/lint/rules-sizes'
import type { Finding } from '../tools/lint/types'
import { mostTokens, mostTokensTogether } from '../tools/token-budgets'
import { countTokens } from '../tools/token-count'
import { viewFor } from '../tools/variant-view'
import { accessOf } from '../tools/variants'
import { definitionOf, type ToolBox } from './tools-of'

/** T-1 where more than one hand writes the texts (08 §11): a server's tool, and what each profile holds together. A deferred tool is told to no model beforehand. */
export async function tokenFindings(box: ToolBox): Promise<Finding[]> {
  const shown = box.servers.filter(({ tool }) => tool.deferred !== true)
  const servers = await Promise.all(shown.map(async ({ tool: { name, description }, pack, inputSchema }) =>
    findingsOf(name, await countTokens({ name, description, inputSchema }), mostTokens(name, pack), 'switch its server to deferred, or leave the tool out of its "tools"')))
  const profiles = await Promise.all(box.profiles.list().map(async (profile) =>
    findingsOf(profile.key, await together(box, profile), mostTokensTogether(profile.key), 'grant it fewer tools, or switch servers to deferred')))
  return [...servers, ...profiles].flat()
}

const findingsOf = (tool: string, used: number, most: number, fix: string): Finding[] => budgetFinding({ used, most }, fix).map((found) => ({ tool, role: null, ...found }))

async function together(box: ToolBox, { key, pack, tools }: ReturnType<ToolBox['profiles']['get']>): Promise<number> {
  const counts = box.grants(key, 'root').filter((grant) => grant.in).map(async ({ name }) => {
    const found = definitionOf(box, name)
    const view = found === undefined || found.tool.deferred === true ? null : viewFor(found, { pack, role: 'root', access: accessOf(name, tools) })
    return view === null ? 0 : countTokens({ name, description: view.description, inputSchema: view.inputSchema })
  })
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}
