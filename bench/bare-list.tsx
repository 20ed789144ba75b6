import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { rowText } from './row-text'

/** The same rows in the same library and nothing else: no procedures, no Markdown, no stores. */
function BareList({ count, tail }: { count: number; tail: string }) {
  const box = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({ count, getScrollElement: () => box.current, estimateSize: () => 90, overscan: 6 })
  useEffect(() => { if (box.current) box.current.scrollTop = box.current.scrollHeight }, [count, tail])
  return (
    <div id="bare-list" ref={box} style={{ height: '100%', overflow: 'auto', background: 'Canvas', color: 'CanvasText' }}>
      <div style={{ height: list.getTotalSize(), position: 'relative' }}>
        {list.getVirtualItems().map((item) => (
          <div key={item.key} ref={list.measureElement} data-index={item.index} data-id={`bare-${item.index + 1}`} style={{ position: 'absolute', width: '100%', transform: `translateY(${item.start}px)`, padding: 8 }}>
            {rowText(item.index + 1)}
          </div>
        ))}
      </div>
      <p id="bare-tail">{tail}</p>
    </div>
  )
}

let root: Root | null = null
const place = (): HTMLElement => {
  const known = document.getElementById('bare-place')
  if (known) return known
  const made = document.body.appendChild(document.createElement('div'))
  made.id = 'bare-place'
  const { left, top, width, height } = document.querySelector('[data-testid="transcript"]')?.getBoundingClientRect() ?? { left: 0, top: 0, width: 500, height: 600 }
  Object.assign(made.style, { position: 'fixed', zIndex: '99', left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
  return made
}

Object.assign(window, {
  bareList: {
    show: (count: number, tail: string) => { root ??= createRoot(place()); root.render(<BareList count={count} tail={tail} />) },
    close: () => { root?.unmount(); root = null; document.getElementById('bare-place')?.remove() },
  },
})
