import type { Page } from 'playwright-core'

/** Every text of the window's own, seen or spoken: text, names, hints, placeholders; the author's own content left out. */
export const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const own = (element: Element | null) => element !== null && element.closest('[data-user-content]') === null && element.closest('style, script') === null
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) if (own(node.parentElement)) found.push(node.textContent ?? '')
    for (const element of document.querySelectorAll('[title], [aria-label], [placeholder], [alt], [aria-description], [aria-roledescription]')) {
      if (own(element)) found.push(...['title', 'aria-label', 'placeholder', 'alt', 'aria-description', 'aria-roledescription'].map((name) => element.getAttribute(name) ?? ''))
    }
    found.push(document.title)
    return found.map((text) => text.trim()).filter((text) => text !== '')
  })
