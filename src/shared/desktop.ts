import { z } from 'zod'

export const ElementRole = z.enum(['link', 'button', 'textbox', 'combobox', 'checkbox', 'radio', 'option', 'tab', 'menuitem', 'slider'])
export type ElementRole = z.infer<typeof ElementRole>

/** One thing on a page that can be worked, as the page has it: nothing is cleaned yet. */
export const PageElement = z.object({
  role: ElementRole,
  name: z.string(),
  /** What stands in it; a password as `•`. Null where nothing can. */
  value: z.string().nullable(),
  href: z.string().nullable(),
  states: z.array(z.enum(['checked', 'unchecked', 'selected', 'focused', 'disabled'])),
})
export type PageElement = z.infer<typeof PageElement>

/** A page at one moment (07 §3). `snapshot` numbers the moment: indices belong to it alone. */
export const PageView = z.object({ snapshot: z.int(), url: z.string(), title: z.string(), elements: z.array(PageElement).max(200), /** Elements beyond those. */ more: z.int().nonnegative(), /** Addresses of frames that are seen; what is inside is not looked into. */ frames: z.array(z.string()).max(20) })
export type PageView = z.infer<typeof PageView>

const tab = { tab: z.string() }
const element = { ...tab, snapshot: z.int(), index: z.int().nonnegative() }

/**
 * What core asks of main: the offscreen pages of the `browser_*` tools, and windows that show an app. One page per `tab`;
 * `proxy` is core's own, which judges and dials every address; `reach` is the one private host and port the page may ask for.
 */
export const DesktopAsk = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('navigate'), ...tab, url: z.string(), proxy: z.strictObject({ port: z.int(), secret: z.string() }), reach: z.string().nullable() }),
  z.strictObject({ do: z.literal('check'), ...element }),
  z.strictObject({ do: z.literal('click'), ...element }),
  z.strictObject({ do: z.literal('type'), ...element, text: z.string(), submit: z.boolean() }),
  z.strictObject({ do: z.literal('extract'), ...tab }),
  z.strictObject({ do: z.literal('screenshot'), ...tab }),
  z.strictObject({ do: z.literal('close'), ...tab }),
  z.strictObject({ do: z.literal('showApp'), ...tab, url: z.string(), title: z.string() }),
])
export type DesktopAsk = z.infer<typeof DesktopAsk>

/** What main answers to each; both sides check it. */
export const desktopAnswers = {
  navigate: PageView,
  check: z.object({ fresh: z.boolean() }),
  click: PageView,
  type: PageView,
  extract: PageView.extend({ html: z.string() }),
  screenshot: z.object({ png: z.base64(), width: z.int(), height: z.int() }),
  close: z.object({}),
  showApp: z.object({}),
} as const
export type DesktopAnswer<K extends DesktopAsk['do']> = z.infer<(typeof desktopAnswers)[K]>
