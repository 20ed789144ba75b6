import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { root } from './paths'

interface AxeResult { violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[] }
declare global {
  interface Window { axe: { run(context: Document, options: Record<string, unknown>): Promise<AxeResult> } }
}

const source = readFile(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with the page as it stands, one line each; `colours`: only what a theme can change. */
export async function axeProblems(page: Page, what: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source)
  const { violations } = await page.evaluate((only) => window.axe.run(document, { resultTypes: ['violations'], ...(only ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}) }), what === 'colours')
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 160)} ${id === 'color-contrast' ? (node.failureSummary ?? '').split('\n')[1]?.trim() ?? '' : ''}`))
}
