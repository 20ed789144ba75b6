import type { CDPSession, Page } from 'playwright-core'

/** An input method at work: its pieces come through the browser, as from a real one. */
export async function inputMethod(page: Page): Promise<{ compose(text: string): Promise<void>; commit(text: string): Promise<void>; key(key: string): Promise<void>; end(): Promise<void> }> {
  const client: CDPSession = await page.context().newCDPSession(page)
  return {
    compose: async (text) => { await client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length }) },
    commit: async (text) => { await client.send('Input.insertText', { text }) },
    /** A key that goes to the input method: the page sees it as part of the composition. */
    key: async (key) => {
      await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key, windowsVirtualKeyCode: 229 })
      await client.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: key, windowsVirtualKeyCode: 13 })
    },
    end: () => client.detach(),
  }
}
