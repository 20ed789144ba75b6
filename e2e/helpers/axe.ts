import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { root } from './paths'

interface AxeResult { violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[] }
declare global {
  interface Window { axe: { run(context: Document, options: Record<string, unknown>): Promise<AxeResult> } }
}

const source = readFile(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with the page as it stands, one line each. */
export async function axeProblems(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source)
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 160)} ${id === 'color-contrast' ? (node.failureSummary ?? '').split('\n')[1]?.trim() ?? '' : ''}`))
}
