import type { Monaco } from './load-monaco'

/** Monaco knows no short hex colours; the build shortens some. */
const sixDigits = (hex: string) => hex.replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/iu, '#$1$1$2$2$3$3')

/** Monaco's colours from the window's CSS variables; called again whenever the theme changes. */
export function applyTheme(monaco: typeof Monaco): void {
  const css = getComputedStyle(document.documentElement)
  const colour = (name: string) => sixDigits(css.getPropertyValue(name).trim())
  const dark = css.colorScheme.includes('dark')
  monaco.editor.defineTheme('wenqu', {
    base: dark ? 'vs-dark' : 'vs', inherit: true,
    rules: [{ token: '', foreground: colour('--ink').slice(1) }],
    colors: {
      'editor.background': colour('--paper'), 'editor.foreground': colour('--ink'), 'editorCursor.foreground': colour('--accent'),
      'editor.selectionBackground': colour('--selection'), 'editor.inactiveSelectionBackground': colour('--selection'), 'editor.selectionHighlightBackground': '#00000000',
      'editorGutter.background': colour('--paper'), 'scrollbar.shadow': '#00000000', 'editorOverviewRuler.border': '#00000000', 'focusBorder': '#00000000',
      'scrollbarSlider.background': `${colour('--line-strong')}55`, 'scrollbarSlider.hoverBackground': `${colour('--line-strong')}88`, 'scrollbarSlider.activeBackground': `${colour('--line-strong')}aa`,
    },
  })
  monaco.editor.setTheme('wenqu')
}

/** Follows `data-theme` on the page. Returns the way out. */
export function followTheme(monaco: typeof Monaco): () => void {
  applyTheme(monaco)
  const observer = new MutationObserver(() => applyTheme(monaco))
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
