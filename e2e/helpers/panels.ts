import type { Page } from 'playwright-core'
import { call, mod, part } from './window'

/** One place of the window: how to get there and how to leave it as it was. */
export interface Panel { readonly name: string; show(page: Page): Promise<void>; leave(page: Page): Promise<void> }

const stay = async () => undefined
const activity = (page: Page, name: 'story' | 'world' | 'files' | 'inbox' | 'trash' | 'settings') => part(page, `activity-${name}`).click()
const escape = (testId: string) => async (page: Page) => {
  await page.keyboard.press('Escape')
  await part(page, testId).waitFor({ state: 'detached' })
}
const assistant = async (page: Page, open: boolean) => {
  if ((await part(page, 'zone-assistant').isVisible()) !== open) await page.keyboard.press(`${mod}+Alt+KeyB`)
  await part(page, 'zone-assistant').waitFor({ state: open ? 'visible' : 'detached' })
}
const story = async (page: Page) => {
  await activity(page, 'story')
  await part(page, 'tree-chapter').first().waitFor()
  await page.locator('[data-testid="editor-text"] .view-line').first().waitFor()
}
const world = async (page: Page) => {
  await activity(page, 'world')
  await part(page, 'slice-row').first().waitFor()
  await part(page, 'subject-state').waitFor()
}
const inbox = async (page: Page) => {
  await activity(page, 'inbox')
  await part(page, 'change-row').first().waitFor()
}
const changeNamed = (page: Page, area: string) => page.locator(`[data-testid="change-row"][data-area="${area}"] [data-row]`).last()
const firstTrash = async (page: Page) => {
  await activity(page, 'trash')
  await part(page, 'trash-row').first().locator('[data-row]').click()
  await page.locator('.trash-preview pre').waitFor()
}
const settings = (name: string): Panel => ({
  name: `settings-${name}`, leave: stay,
  show: async (page) => {
    await activity(page, 'settings')
    await page.locator(`.section-rows [data-id="${name}"]`).click()
    await page.locator(`.section-rows [data-id="${name}"]`).and(page.locator('[aria-current="true"]')).waitFor()
    await page.locator('.setting').first().waitFor()
  },
})

const tools = async (page: Page) => {
  await part(page, 'activity-tools').click()
  await part(page, 'tool-row').first().waitFor()
}
const server = (alias: string, shown: string) => async (page: Page) => {
  await tools(page)
  await page.locator(`[data-testid="mcp-row"][data-id="${alias}"] [data-row]`).click()
  await part(page, shown).waitFor()
}
const ownTool = (tab: 'files' | 'tests') => async (page: Page) => {
  await tools(page)
  await page.locator('[data-testid="tool-row"][data-id="chapter_gap"] [data-row]').click()
  await part(page, `script-tab-${tab}`).click()
  await part(page, tab === 'files' ? 'tool-tokens' : 'test-run').waitFor()
}

const storyView = (tab: 'board' | 'promises' | 'decisions') => async (page: Page) => {
  await story(page)
  await part(page, 'story-board-open').click()
  await part(page, `story-tab-${tab}`).click()
  await part(page, { board: 'scene-card', promises: 'promise-row', decisions: 'decision-row' }[tab]).first().waitFor()
}
const closeDrawer = async (page: Page) => {
  await part(page, 'drawer-close').click()
  await part(page, 'drawer-close').waitFor({ state: 'detached' })
}
/** The drawer with the plan of the first scene of the board, or the first row of a ledger. */
const withDrawer = (tab: 'board' | 'promises' | 'decisions', open: (page: Page) => Promise<void>, filled: string) => ({
  leave: closeDrawer,
  show: async (page: Page) => {
    await storyView(tab)(page)
    await open(page)
    await part(page, filled).first().waitFor()
  },
})

const exporting = async (page: Page) => {
  await story(page)
  await page.locator('[data-testid="story-panel"] .panel-head .icon-button').last().click()
  await part(page, 'menu-export').click()
  await page.locator('.export-page p').first().waitFor()
}
const exported = async (page: Page) => {
  await exporting(page)
  await part(page, 'export-range-book').check()
  await part(page, 'export-run').click()
  await page.locator('[data-testid="export-result"], [data-testid="overwrite-confirm"]').waitFor()
}

/** Every panel of an open novel, as the showcase fills them. */
export const panels: readonly Panel[] = [
  { name: 'story', show: story, leave: stay },
  { name: 'story-menu', show: async (page) => { await story(page); await part(page, 'tree-chapter').nth(1).click({ button: 'right' }); await page.locator('.menu').waitFor() }, leave: async (page) => { await page.keyboard.press('Escape'); await page.locator('.menu').waitFor({ state: 'detached' }) } },
  { name: 'history', show: async (page) => { await story(page); await page.keyboard.press(`${mod}+Alt+KeyH`); await part(page, 'version-row').first().waitFor() }, leave: async (page) => { await page.keyboard.press(`${mod}+Alt+KeyH`); await part(page, 'version-list').waitFor({ state: 'detached' }) } },
  { name: 'find', show: async (page) => { await story(page); await page.keyboard.press(`${mod}+KeyF`); await part(page, 'find-bar').waitFor() }, leave: escape('find-bar') },
  { name: 'board', show: storyView('board'), leave: stay },
  { name: 'board-menu', show: async (page) => { await storyView('board')(page); await part(page, 'scene-card').first().click({ button: 'right' }); await page.locator('.menu').waitFor() }, leave: async (page) => { await page.keyboard.press('Escape'); await page.locator('.menu').waitFor({ state: 'detached' }) } },
  { name: 'board-drawer', ...withDrawer('board', (page) => part(page, 'scene-card').first().click(), 'writer-brief') },
  { name: 'chapter-drawer', show: async (page) => { await story(page); await part(page, 'tree-chapter').nth(1).click({ button: 'right' }); await part(page, 'menu-plan').click(); await part(page, 'writer-brief').waitFor() }, leave: closeDrawer },
  { name: 'promises', show: storyView('promises'), leave: stay },
  { name: 'promise', ...withDrawer('promises', (page) => part(page, 'promise-row').first().locator('[data-row]').click(), 'beat-set') },
  { name: 'decisions', show: storyView('decisions'), leave: stay },
  { name: 'decide', ...withDrawer('decisions', (page) => part(page, 'decision-decide').first().click(), 'decision-risk') },
  { name: 'decided', ...withDrawer('decisions', (page) => page.locator('[data-testid="decision-row"][data-state="decided"] [data-row]').first().click(), 'decision-reopen') },
  { name: 'new-decision', ...withDrawer('decisions', async (page) => { await part(page, 'decision-new').click(); await part(page, 'decision-create').click() }, 'field-missing') },
  { name: 'files', show: async (page) => { await activity(page, 'files'); await part(page, 'file-row').first().waitFor() }, leave: stay },
  { name: 'inbox', show: async (page) => { await inbox(page); await changeNamed(page, 'file').click(); await page.locator('[data-testid="change-diff"] .diff').waitFor() }, leave: stay },
  { name: 'inbox-scene', show: async (page) => { await inbox(page); await changeNamed(page, 'story').click(); await page.locator('[data-testid="change-diff"] .effect-fields').first().waitFor() }, leave: stay },
  { name: 'inbox-slice', show: async (page) => { await inbox(page); await changeNamed(page, 'world').click(); await page.locator('[data-testid="change-diff"] .effect-patches li').first().waitFor() }, leave: stay },
  { name: 'inbox-proposal', show: async (page) => { await inbox(page); await changeNamed(page, 'proposal').click(); await part(page, 'change-apply').waitFor(); await page.locator('[data-testid="change-diff"] .diff').waitFor() }, leave: stay },
  { name: 'inbox-three-way', show: async (page) => { await inbox(page); await changeNamed(page, 'proposal').click(); await part(page, 'change-apply').click(); await part(page, 'three-way').waitFor() }, leave: async (page) => { await changeNamed(page, 'file').click(); await part(page, 'three-way').waitFor({ state: 'detached' }) } },
  { name: 'jobs', show: async (page) => { await part(page, 'activity-jobs').click(); await part(page, 'job-row').first().locator('[data-row]').click(); await part(page, 'job-result').waitFor() }, leave: stay },
  { name: 'workflow-start', show: async (page) => { await part(page, 'activity-jobs').click(); await part(page, 'workflow-new').click(); await part(page, 'workflow-start').locator('[data-testid="workflow-card"], .empty').first().waitFor() }, leave: async (page) => { await part(page, 'job-row').first().locator('[data-row]').click(); await part(page, 'workflow-start').waitFor({ state: 'detached' }) } },
  { name: 'trash', show: firstTrash, leave: stay },
  { name: 'purge', show: async (page) => { await firstTrash(page); await part(page, 'trash-purge').click(); await part(page, 'purge-list').waitFor() }, leave: escape('purge-list') },
  { name: 'world', show: world, leave: stay },
  { name: 'world-composer', show: async (page) => { await world(page); await part(page, 'slice-row').first().click(); await part(page, 'slice-edit').click(); await part(page, 'slice-patch').first().waitFor(); await part(page, 'slice-title').fill(`${await part(page, 'slice-title').inputValue()}…`); await part(page, 'slice-diff').waitFor() }, leave: async (page) => { await part(page, 'slice-discard').click(); await part(page, 'slice-composer').waitFor({ state: 'detached' }) } },
  { name: 'world-new', show: async (page) => { await world(page); await part(page, 'slice-new').click(); await part(page, 'slice-save').click(); await part(page, 'field-missing').first().waitFor() }, leave: (page) => part(page, 'slice-leave').click() },
  { name: 'world-subject', show: async (page) => { await world(page); await part(page, 'subject-new').click(); await part(page, 'subject-form').waitFor() }, leave: async (page) => { await part(page, 'world-tab-state').click(); await part(page, 'subject-form').waitFor({ state: 'detached' }) } },
  { name: 'world-issues', show: async (page) => { await world(page); await part(page, 'world-tab-issues').click(); await part(page, 'issue-row').first().waitFor() }, leave: (page) => part(page, 'world-tab-state').click() },
  { name: 'world-schema', show: async (page) => { await world(page); await part(page, 'world-tab-rules').click(); await part(page, 'rules-summary').waitFor() }, leave: (page) => part(page, 'world-tab-state').click() },
  { name: 'world-schema-wrong', show: async (page) => { await world(page); await part(page, 'world-tab-rules').click(); await part(page, 'schema-text').fill('version: 1\ntypes:\n  character:\n    attrs:\n      hp: number\n'); await part(page, 'file-problem').first().waitFor() }, leave: async (page) => { await page.locator('[data-testid="world-schema"] .composer-foot .button').last().click(); await part(page, 'world-tab-state').click() } },
  { name: 'world-calendar', show: async (page) => { await world(page); await part(page, 'world-tab-calendar').click(); await part(page, 'calendar-example').first().waitFor() }, leave: (page) => part(page, 'world-tab-state').click() },
  { name: 'tools', show: async (page) => { await tools(page); await page.locator('[data-testid="tool-row"][data-id="save_story_promise"] [data-row]').click(); await part(page, 'tool-description').waitFor() }, leave: stay },
  { name: 'tool-form', show: ownTool('files'), leave: stay },
  { name: 'tool-text', show: async (page) => { await ownTool('files')(page); await part(page, 'script-as-text').click(); await part(page, 'script-text').fill((await part(page, 'script-text').inputValue()).replace('Folder below the project, e.g. manuscript.', 'x')); await part(page, 'tool-lint').first().waitFor() }, leave: async (page) => { await part(page, 'script-discard').click(); await part(page, 'script-as-form').click() } },
  { name: 'tool-tests', show: ownTool('tests'), leave: stay },
  { name: 'tool-approve', show: async (page) => { await ownTool('files')(page); await part(page, 'tool-approve').click(); await part(page, 'approve-content').waitFor() }, leave: escape('approve-dialog') },
  { name: 'server', show: server('library', 'mcp-cause'), leave: stay },
  { name: 'server-consent', show: server('tides', 'mcp-consent'), leave: stay },
  { name: 'server-form', show: async (page) => { await server('tides', 'mcp-consent')(page); await part(page, 'mcp-edit').click(); await part(page, 'server-args').waitFor() }, leave: (page) => part(page, 'server-cancel').click() },
  { name: 'tool-new', show: async (page) => { await tools(page); await part(page, 'tool-new').click(); await part(page, 'tool-gap-text').fill('chapter'); await part(page, 'tool-similar').locator('li').first().waitFor() }, leave: (page) => part(page, 'tool-gap-text').fill('') },
  settings('look'), settings('writing'), settings('models'), settings('web'), settings('agents'), settings('safety'), settings('novel'),
  { name: 'profile', show: async (page) => { await settings('agents').show(page); await page.locator('[data-testid="profile-row"][data-id="writer"]').click(); await part(page, 'profile-copy-project').first().click(); await part(page, 'profile-good').waitFor() }, leave: async (page) => { await part(page, 'profile-discard').click(); await part(page, 'profile-back').click(); await part(page, 'profile-row').first().waitFor() } },
  { name: 'provider', show: async (page) => { await settings('models').show(page); await page.locator('.settings-page > div > .button').last().click(); await page.locator('form.provider').waitFor() }, leave: async (page) => { await page.locator('form.provider .button[data-kind="quiet"]').click() } },
  { name: 'import', show: async (page) => { await activity(page, 'story'); await page.locator('[data-testid="story-panel"] .panel-head .icon-button').last().click(); await page.locator('.menu .menu-item', { hasText: /导入|Import/ }).click(); await part(page, 'import-panel').waitFor(); if ((await part(page, 'import-chapter').count()) === 0) { await page.locator('[data-testid="import-panel"] .button').first().click(); await part(page, 'import-chapter').first().waitFor() } }, leave: stay },
  { name: 'export', show: async (page) => { await exporting(page); await part(page, 'export-range-chapters').check(); await part(page, 'export-chapter').nth(1).click(); await page.waitForFunction(() => document.querySelector<HTMLElement>('[data-testid="export-preview"]')?.dataset['value'] === document.querySelector<HTMLElement>('[data-testid="export-chosen"]')?.dataset['value']) }, leave: stay },
  { name: 'export-done', show: async (page) => { await exported(page); await part(page, 'export-result').locator('summary').click() }, leave: stay },
  { name: 'export-exists', show: async (page) => { await exported(page); if (!(await part(page, 'overwrite-confirm').isVisible())) await part(page, 'export-run').click(); await part(page, 'overwrite-confirm').waitFor() }, leave: async (page) => { await part(page, 'overwrite-keep').click(); await part(page, 'overwrite-confirm').waitFor({ state: 'detached' }) } },
  { name: 'assistant', show: async (page) => { await story(page); await assistant(page, true); await part(page, 'session-list-open').click(); await part(page, 'session-row').nth(1).click(); await page.locator('[data-testid="tool-card"]').first().waitFor(); if (await part(page, 'approvals-panel').isVisible()) { await part(page, 'approval-effects').waitFor() } }, leave: (page) => assistant(page, false) },
  { name: 'composer', show: async (page) => { await story(page); await assistant(page, true); await part(page, 'composer').fill(''); await part(page, 'composer').pressSequentially('/'); await part(page, 'composer-choice').first().waitFor() }, leave: async (page) => { await page.keyboard.press('Escape'); await part(page, 'composer-choices').waitFor({ state: 'detached' }); await part(page, 'composer').fill(''); await assistant(page, false) } },
  { name: 'context', show: async (page) => { await story(page); await assistant(page, true); await part(page, 'session-list-open').click(); await part(page, 'session-row').nth(1).click(); await part(page, 'context-open').click(); await part(page, 'context-row').first().waitFor() }, leave: async (page) => { await escape('context-inspector')(page); await assistant(page, false) } },
  { name: 'sessions', show: async (page) => { await story(page); await assistant(page, true); await part(page, 'session-list-open').click(); await part(page, 'session-row').first().waitFor() }, leave: async (page) => { await page.keyboard.press('Escape'); await part(page, 'session-row').first().waitFor({ state: 'detached' }); await assistant(page, false) } },
  { name: 'approvals', show: async (page) => { await story(page); await assistant(page, true); await page.keyboard.press(`${mod}+Shift+KeyA`); await part(page, 'approval-effects').waitFor(); await page.waitForFunction(() => document.querySelector<HTMLButtonElement>('[data-testid="approval-approve"]')?.disabled === false) }, leave: (page) => assistant(page, false) },
  { name: 'quick-open', show: async (page) => { await story(page); await page.keyboard.press(`${mod}+KeyP`); await part(page, 'quick-open').waitFor() }, leave: escape('quick-open') },
  { name: 'keys', show: async (page) => { await story(page); await page.keyboard.press('F1'); await part(page, 'keys-list').waitFor() }, leave: escape('keys-list') },
  { name: 'focus', show: async (page) => { await story(page); await page.keyboard.press('F8'); await part(page, 'activity-bar').waitFor({ state: 'detached' }) }, leave: async (page) => { await page.keyboard.press('F8'); await part(page, 'activity-bar').waitFor() } },
]

/** Shows each panel in turn, does `work` there, leaves it. */
export async function inEveryPanel(page: Page, work: (name: string) => Promise<void>, which: readonly Panel[] = panels): Promise<void> {
  for (const panel of which) {
    try {
      await panel.show(page)
      await work(panel.name)
      await panel.leave(page)
    } catch (error) {
      throw new Error(`in the panel "${panel.name}": ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
}

export const themes = ['light', 'dark', 'paper'] as const
export type Theme = (typeof themes)[number]

/** Sets the theme while a panel is shown, as from another window. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await call(page, 'settings.setUi', { theme })
  await page.waitForFunction((wanted) => document.documentElement.dataset['theme'] === wanted, theme)
}
