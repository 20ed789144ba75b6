import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { useApprovalView } from '../../stores/approval-view'
import { useText } from '../../i18n/text'
import { useLayout } from '../../stores/layout'
import { useTranscript } from '../../stores/transcript'
import { useApprovals } from '../../stores/approvals'
import { Button } from '../../ui/button'
import { toEitherEnd } from './either-end'
import { EntryView } from './entry-view'
import { useMessageKeys } from './message-keys'
import { OpenCalls } from './open-calls'
import { RetryNote } from './retry-note'
import { StartHere } from './start-here'
import { StreamingReply, SummingUp } from './streaming-reply'

/** Virtual to 100,000 entries; keeps to the end unless the author scrolled away (09 §6). */
export function Transcript() {
  const t = useText()
  const approvalsHeight = useLayout((s) => s.approvalsHeight)
  const { sessionId, entries, total, loaded, need, streaming, calls, retry, summing } = useTranscript()
  const box = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const lastTop = useRef(0)
  const [away, setAway] = useState(false)
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  // Another function makes the list look at every place again, so it is another only when the entries are.
  const getItemKey = useCallback((place: number) => entries.get(place)?.id ?? place, [entries])
  const list = useVirtualizer({ count: total, getScrollElement: () => box.current, estimateSize: () => 90, overscan: 6, getItemKey })
  const items = list.getVirtualItems()
  useMessageKeys(box, (index) => list.scrollToIndex(index, { align: 'start' }))
  const firstShown = items[0]?.index
  const lastShown = items.at(-1)?.index
  useEffect(() => {
    // As it is now: what was drawn before the list went to its end is not needed.
    const shown = list.getVirtualItems()
    for (const item of [shown[0], shown.at(-1)]) if (item !== undefined) need(item.index)
  }, [list, firstShown, lastShown, need])
  const toEnd = () => { const el = box.current; if (el) el.scrollTop = el.scrollHeight }
  useEffect(() => {
    const observer = new ResizeObserver(() => { if (atEnd.current) toEnd() })
    for (const el of [inner.current, box.current]) if (el) observer.observe(el)
    return () => observer.disconnect()
  }, [sessionId])
  const here = total > 0
  useLayoutEffect(() => {
    atEnd.current = true
    if (!here || box.current === null) return
    toEnd()
    // The end is drawn with the first frame, which does not wait for the event of the scrolling.
    list.scrollOffset = box.current.scrollTop
    drawAgain()
  }, [list, sessionId, here])
  // Whoever sends something wants to see the answer, wherever they had scrolled to.
  const newest = entries.get(total - 1)
  const sent = newest?.payload['role'] === 'user' ? newest.id : null
  useEffect(() => { if (sent !== null) { atEnd.current = true; toEnd() } }, [sent])
  const goEnd = () => { atEnd.current = true; setAway(false); toEnd() }
  const goTop = () => { atEnd.current = false; if (box.current) box.current.scrollTop = 0 }
  const scrolled = () => {
    const el = box.current
    if (!el) return
    const up = el.scrollTop < lastTop.current - 1
    lastTop.current = el.scrollTop
    // Only scrolling up leaves the end: text that grew since the last frame does not.
    if (el.scrollHeight - el.scrollTop - el.clientHeight < 40) atEnd.current = true
    else if (up) atEnd.current = false
    setAway(!atEnd.current)
  }
  // What the approvals cover can be scrolled out from under them; nothing moves by itself.
  const asked = useApprovals((s) => s.pending.length > 0)
  const covered = useApprovalView((s) => s.open) && asked ? approvalsHeight : 0
  const empty = loaded && total === 0 && !streaming && calls.length === 0
  return (
    <div className="transcript" ref={box} data-testid="transcript" role="log" aria-live="off" aria-label={t('sessions.transcript')} tabIndex={0} style={{ paddingBottom: covered + 12 }} onScroll={scrolled} onKeyDown={(event) => toEitherEnd(event, goTop, goEnd)}>
      <div ref={inner}>
        {empty && <StartHere />}
        <div style={{ height: list.getTotalSize(), position: 'relative' }}>
          {items.map((item) => (
            <div key={item.key} ref={list.measureElement} data-index={item.index} className="transcript-item" style={{ transform: `translateY(${item.start}px)` }}>
              <EntryView index={item.index} />
            </div>
          ))}
        </div>
        {streaming && <StreamingReply text={streaming.text} reasoning={streaming.reasoning} />}
        {summing && <SummingUp />}
        <OpenCalls calls={calls} />
        {retry && <RetryNote retry={retry} />}
      </div>
      {away && <Button size="small" className="jump-end" onClick={goEnd}>{t('sessions.jumpEnd')}</Button>}
    </div>
  )
}
