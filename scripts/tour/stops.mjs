// The stops of the guided tour: what is shown, and what is said of it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const mod = process.platform === 'darwin' ? 'Meta' : 'Control'
const part = (page, id) => page.locator(`[data-testid="${id}"]`)
const activity = (page, name) => part(page, `activity-${name}`).click()
const section = async (page, name) => {
  await activity(page, 'settings')
  await page.locator(`.section-rows [data-id="${name}"]`).click()
}
const choose = async (page, id, value) => {
  await section(page, 'look')
  await part(page, id).selectOption(value)
}

async function ask(page, text) {
  await part(page, 'composer').fill(text)
  await part(page, 'composer').press('Enter')
  await page.locator('[data-testid="entry"][data-kind="user"]', { hasText: text }).last().waitFor()
}

const importText = '第一章 雪落\n\n雪下到第三更，驿站的灯还亮着一盏。\n\n第二章 灯灭\n\n灯一盏一盏灭了，没有人知道是谁灭的。\n\n第三章 天明\n\n天亮以后，没有人再提起那盏灯。\n'

export const stops = [
  {
    name: 'story', says: 'The sample novel 雪夜长灯: three acts, twelve chapters, each with its length and whether it is ready to write.',
    show: async ({ app, page }) => {
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1440, 900))
      await part(page, 'tree-chapter').nth(11).waitFor()
      await page.locator('[data-testid="editor-text"] .view-line').first().waitFor()
    },
  },
  {
    name: 'writing', says: 'A chapter open, one sentence typed at its end and saved by itself.',
    show: async ({ page }) => {
      await part(page, 'tree-chapter').nth(1).click()
      await page.locator('[data-testid="editor-text"][data-path*="ch-02"]').waitFor()
      await part(page, 'editor-text').first().click({ position: { x: 60, y: 60 } })
      await page.keyboard.press(`${mod}+End`)
      await page.keyboard.type('雪还在下。')
      await page.locator('[data-testid="editor-text"][data-saved="true"]').first().waitFor()
    },
  },
  {
    name: 'history', says: 'The history of that chapter, with a version kept by name.',
    show: async ({ page }) => {
      await page.keyboard.press(`${mod}+Alt+KeyH`)
      await part(page, 'version-list').waitFor()
      await page.keyboard.press(`${mod}+KeyS`)
      await part(page, 'version-row').first().click()
    },
  },
  {
    name: 'files', says: 'The files behind it all: plain Markdown in folders, lorebook and manuscript.',
    show: async ({ page }) => {
      await page.keyboard.press(`${mod}+Alt+KeyH`)
      await activity(page, 'files')
      await page.locator('[data-testid="file-row"][data-id="lorebook"]').click()
      await page.locator('[data-testid="file-row"][data-id="lorebook/character"]').click()
      await page.locator('[data-testid="file-row"][data-id^="lorebook/character/"]').first().waitFor()
    },
  },
  {
    name: 'assistant', says: 'The assistant answers "tour" offline, and shows the tool it used with its real result.',
    show: async ({ page }) => {
      await activity(page, 'story')
      await page.keyboard.press(`${mod}+Alt+KeyB`)
      await ask(page, 'tour')
      const card = page.locator('[data-testid="tool-card"][data-state="ok"]').first()
      await card.waitFor()
      await page.locator('[data-testid="entry"][data-kind="assistant"]').nth(1).waitFor()
      await card.locator('.card-head').click()
      await part(page, 'tool-card-result').waitFor()
    },
  },
  {
    name: 'approval', says: 'In discuss mode a change waits for the author: the exact text, before anything is written.',
    show: async ({ page }) => {
      await part(page, 'session-new').click()
      await page.locator('.start-here').waitFor()
      await part(page, 'work-mode').selectOption('discuss')
      await ask(page, '看看审批')
      await part(page, 'approval-effects').waitFor()
      await page.waitForFunction(() => document.querySelector('[data-testid="approval-approve"]')?.disabled === false)
    },
  },
  {
    name: 'approved', says: 'Approved: now it is written, once, and the card in the conversation says so.',
    show: async ({ page }) => {
      await part(page, 'approval-approve').click()
      await part(page, 'approval-item').waitFor({ state: 'detached' })
      await page.locator('[data-testid="tool-card"][data-tool="write"][data-state="ok"]').waitFor()
    },
  },
  {
    name: 'trash', says: 'A deleted chapter in the trash, to be looked at and put back; nothing is gone by itself.',
    show: async ({ page }) => {
      await page.keyboard.press(`${mod}+Alt+KeyB`)
      await activity(page, 'story')
      await part(page, 'tree-chapter').nth(11).click()
      await part(page, 'story-tree').press('Delete')
      await activity(page, 'trash')
      await part(page, 'trash-row').first().locator('[data-row]').click()
      await page.locator('.trash-preview pre').waitFor()
    },
  },
  {
    name: 'restored', says: 'Put back: the chapter stands where it stood.',
    show: async ({ page }) => {
      await part(page, 'trash-restore').click()
      await part(page, 'trash-row').waitFor({ state: 'detached' })
      await activity(page, 'story')
      await part(page, 'tree-chapter').nth(11).waitFor()
    },
  },
  {
    name: 'models', says: 'Settings, models: the author’s own provider and key; without one the offline assistant answers.',
    show: async ({ page }) => {
      await section(page, 'models')
      await page.locator('.setting').first().waitFor()
    },
  },
  {
    name: 'import', says: 'A TXT about to be imported: encoding and chapters found, every character accounted for, nothing written yet.',
    show: async ({ app, page, work }) => {
      const file = join(work, '灯.txt')
      await writeFile(file, importText)
      await app.evaluate(({ dialog }, path) => { dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] }) }, file)
      await activity(page, 'story')
      await page.locator('[data-testid="story-panel"] .panel-head .icon-button').last().click()
      await page.locator('.menu .menu-item', { hasText: /导入|Import/ }).click()
      await page.locator('[data-testid="import-panel"] .button').first().click()
      await part(page, 'import-chapter').nth(2).waitFor()
      await page.locator('[data-testid="import-coverage"][data-value="1"]').waitFor()
    },
  },
  {
    name: 'export', says: 'The book exported as an EPUB: how it looks, what is in it, what was left out, and where it lies.',
    show: async ({ app, page, work }) => {
      await app.evaluate(({ dialog }, path) => { dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path }) }, join(work, '雪夜长灯.epub'))
      await page.locator('[data-testid="story-panel"] .panel-head .icon-button').last().click()
      await part(page, 'menu-export').click()
      await part(page, 'export-epub').check()
      await page.locator('.export-page[data-format="epub"] [data-kind="paragraph"]').first().waitFor()
      await part(page, 'export-run').click()
      await part(page, 'export-result').waitFor()
    },
  },
  {
    name: 'english-dark', says: 'The same window in English and dark, switched without a restart.',
    show: async ({ page }) => {
      await choose(page, 'settings-theme', 'dark')
      await choose(page, 'settings-language', 'en')
      await page.locator('html[lang="en"][data-theme="dark"]').waitFor()
      await activity(page, 'story')
      await page.keyboard.press(`${mod}+Alt+KeyB`)
      await part(page, 'composer').waitFor()
    },
  },
]
