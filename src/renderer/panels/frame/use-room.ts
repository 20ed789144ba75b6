import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { text } from '../../i18n/text'
import { useChapterDrawer } from '../../stores/chapter-drawer'
import { useEditorView } from '../../stores/editor'
import { useLayout } from '../../stores/layout'
import { inform } from '../../stores/notices'
import { parts, roomFor, type Part, type Widths } from './room'

const onResize = (changed: () => void) => { window.addEventListener('resize', changed); return () => window.removeEventListener('resize', changed) }
const places: Readonly<Record<Part, string>> = { side: '.zone-side', drawer: '.story-drawer', history: '.history', assistant: '.zone-assistant' }
const holdsKeys = (part: Part): boolean => document.activeElement?.closest(places[part]) !== null && document.activeElement !== null

function close(part: Part): void {
  if (part === 'side') useLayout.getState().set({ side: false })
  else if (part === 'assistant') useLayout.getState().set({ assistant: false })
  else if (part === 'drawer') useChapterDrawer.getState().close()
  else useEditorView.getState().closeHistory()
}

/** The parts that are open, with the widths the author gave them. */
function useOpen(): Widths {
  const { side, sideWidth, assistant, assistantWidth, centre, activePath, focus } = useLayout()
  const drawer = useChapterDrawer((s) => s.target !== null)
  const history = useEditorView((s) => s.history) && centre === 'editor' && activePath !== null
  return useMemo(() => (focus ? {} : { ...(side ? { side: sideWidth } : {}), ...(drawer ? { drawer: 0 } : {}), ...(history ? { history: 0 } : {}), ...(assistant ? { assistant: assistantWidth } : {}) }), [focus, side, sideWidth, drawer, history, assistant, assistantWidth])
}

/** How wide the parts beside the text are. Where they leave it no room, the one that was opened first gives way, and that is said; never the newest, nor the one that has the keys. */
export function useRoom(): Widths {
  const width = useSyncExternalStore(onResize, () => window.innerWidth)
  const open = useOpen()
  const room = useMemo(() => roomFor(width, open), [width, open])
  const order = useRef<readonly Part[]>([])
  useEffect(() => {
    const now = parts.filter((part) => open[part] !== undefined)
    order.current = [...order.current.filter((part) => now.includes(part)), ...now.filter((part) => !order.current.includes(part))]
    if (room.fits) return
    const older = order.current.slice(0, -1)
    const part = older.find((one) => !holdsKeys(one)) ?? older[0]
    if (!part) return
    close(part)
    inform(text(`frame.gaveWay.${part}`))
  }, [open, room])
  return room.widths
}
