const order = ['activity-bar', 'zone-side', 'zone-centre', 'zone-assistant', 'status-bar']
/** What takes the keys of a part, the best first: its list or its text, the row one stands on, a field, any control. */
const ranks = ['[data-zone-focus], [data-testid="editor-text"] textarea', '[data-row]:not([tabindex="-1"])', 'textarea, select, input', '[tabindex="0"], button']

const usable = (element: HTMLElement): boolean => !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true })

/** Where the keys go inside a part of the window; hidden and disabled things do not count. */
const target = (within: Element): HTMLElement | null => best(within, ranks)

function best(within: Element, wanted: readonly string[]): HTMLElement | null {
  for (const rank of wanted) {
    const found = [...within.querySelectorAll<HTMLElement>(rank)].find(usable)
    if (found) return found
  }
  return null
}

const zoneOf = (id: string): Element | null => document.querySelector(`[data-testid="${id}"]`)

const framesToWait = 60
let asked: object | null = null

/** A list that is still being drawn has been promised the keys. */
export const keysPromised = (): boolean => asked !== null

/** Gives the keys to the list of a zone, e.g. `zone-side`, once it is drawn; not when they have gone elsewhere meanwhile. */
export function focusSoon(id: string): void {
  const from = document.activeElement
  const ask = {}
  asked = ask
  const look = (left: number) => {
    if (asked !== ask) return
    const elsewhere = document.activeElement !== from && document.activeElement !== document.body
    const zone = zoneOf(id)
    const list = zone && !elsewhere ? best(zone, left === 0 ? ranks : ranks.slice(0, 2)) : null
    list?.focus({ preventScroll: true })
    if (list || elsewhere || left === 0) asked = null
    else requestAnimationFrame(() => look(left - 1))
  }
  requestAnimationFrame(() => look(framesToWait))
}

/** F6 and Shift+F6: activity, side, centre, assistant, status (09 §19). */
export function focusZone(step: 1 | -1): void {
  const zones = order.map(zoneOf).filter((zone) => zone !== null)
  const at = zones.findIndex((zone) => zone.contains(document.activeElement))
  const zone = zones[(at + step + zones.length) % zones.length]
  if (zone) target(zone)?.focus()
}

/** The nearest place for the keys when what had them is gone: inside the parts it stood in, from the innermost out. */
export function heirIn(above: readonly Element[]): HTMLElement | null {
  for (const part of above) {
    if (!part.isConnected) continue
    const zones = order.slice(1).map((id) => part.querySelector(`[data-testid="${id}"]`)).filter((zone) => zone !== null)
    const found = (zones.length > 0 ? zones : [part]).map(target).find((one) => one !== null)
    if (found) return found
  }
  return null
}
