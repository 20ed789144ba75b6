declare module '@joplin/turndown-plugin-gfm' {
  import type TurndownService from 'turndown'
  /** Tables of GitHub's Markdown. */
  export const tables: TurndownService.Plugin
}
