import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { text } from '../../i18n/text'
import { useChapterDrawer } from '../../stores/chapter-drawer'
import { useEditorView } from '../../stores/editor'
import { useLayout } from '../../stores/layout'
import { inform } from '../../stores/notices'
import { noneYet, turn, type Standing } from './give-way'
import { roomFor, type Part, type Widths } from './room'

const onResize = (changed: () => void) => { window.addEventListener('resize', changed); return () => window.removeEventListener('resize', changed) }
const places: Readonly<Record<Part, string>> = { side: '.zone-side', drawer: '.story-drawer', history: '.history', assistant: '.zone-assistant' }
const holdsKeys = (part: Part): boolean => document.activeElement?.closest(places[part]) !== null && document.activeElement !== null

type Target = ReturnType<typeof useChapterDrawer.getState>['target']

function close(part: Part): void {
  if (part === 'side') useLayout.getState().set({ side: false })
  else if (part === 'assistant') useLayout.getState().set({ assistant: false })
  else if (part === 'drawer') useChapterDrawer.getState().close()
  else useEditorView.getState().closeHistory()
}

/** `drawer`: what the drawer showed when it gave way. */
function bringBack(part: Part, drawer: Target): void {
  if (part === 'side') useLayout.getState().set({ side: true })
  else if (part === 'assistant') useLayout.getState().set({ assistant: true })
  else if (part === 'history') useEditorView.getState().toggleHistory()
  else if (drawer !== null) useChapterDrawer.getState().open(drawer)
}

/** The parts that are open, with the widths the author gave them. */
function useOpen(): Widths {
  const { side, sideWidth, assistant, assistantWidth, centre, activePath, focus } = useLayout()
  const drawer = useChapterDrawer((s) => s.target !== null)
  const history = useEditorView((s) => s.history) && centre === 'editor' && activePath !== null
  return useMemo(() => (focus ? {} : { ...(side ? { side: sideWidth } : {}), ...(drawer ? { drawer: 0 } : {}), ...(history ? { history: 0 } : {}), ...(assistant ? { assistant: assistantWidth } : {}) }), [focus, side, sideWidth, drawer, history, assistant, assistantWidth])
}

/** How wide the parts beside the text are. Where they leave it no room, one gives way, and that is said; it comes back with the room for it. */
export function useRoom(): Widths {
  const width = useSyncExternalStore(onResize, () => window.innerWidth)
  const open = useOpen()
  const focus = useLayout((s) => s.focus)
  const room = useMemo(() => roomFor(width, open), [width, open])
  const standing = useRef<Standing>(noneYet)
  const drawer = useRef<Target>(null)
  useEffect(() => {
    // Hidden for a while, nothing beside the text has closed.
    if (focus) return
    const next = turn(standing.current, width, open, holdsKeys)
    standing.current = next.standing
    if (next.closes) {
      if (next.closes === 'drawer') drawer.current = useChapterDrawer.getState().target
      close(next.closes)
      inform(text(`frame.gaveWay.${next.closes}`))
    }
    if (next.returns) bringBack(next.returns, drawer.current)
  }, [open, width, focus])
  return room.widths
}
