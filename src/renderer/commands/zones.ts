const order = ['activity-bar', 'zone-side', 'zone-centre', 'zone-assistant', 'status-bar']

const target = (zone: Element): HTMLElement | null =>
  zone.querySelector<HTMLElement>('[data-zone-focus]') ?? zone.querySelector<HTMLElement>('textarea, [tabindex="0"], button:not(:disabled), input')

/** F6 and Shift+F6: activity, side, centre, assistant, status (09 §19). */
export function focusZone(step: 1 | -1): void {
  const zones = order.map((id) => document.querySelector(`[data-testid="${id}"]`)).filter((zone) => zone !== null)
  const at = zones.findIndex((zone) => zone.contains(document.activeElement))
  const zone = zones[(at + step + zones.length) % zones.length]
  if (zone) target(zone)?.focus()
}
