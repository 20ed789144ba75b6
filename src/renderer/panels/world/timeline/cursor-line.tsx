import { ChevronLeft, ChevronRight, ChevronsRight } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useText } from '../../../i18n/text'
import { useWorld } from '../../../stores/world'
import { useWorldView } from '../../../stores/world-view'
import { Button, IconButton } from '../../../ui/button'
import { TimeRead, useTime } from '../compose/time-field'
import { stepSlice } from '../world-actions'
import { useCursorText } from './use-cursor-text'

/** The state as of the end of a chapter: the end of its last scene (D2). */
function AsOfChapter() {
  const t = useText()
  const chapters = useWorld((s) => s.chapters)
  const { chapter, cursor, look } = useWorldView()
  const pick = (id: string) => { const row = chapters.find((one) => one.chapterId === id); if (row && row.instant !== null) look(row.instant, id) }
  const shown = chapters.find((one) => one.chapterId === chapter)
  if (chapters.length === 0) return null
  return (
    <select className="input as-of-chapter" data-testid="as-of-chapter" aria-label={t('world.asOfChapter')} title={t('world.asOfChapter')} value={shown && shown.instant === cursor ? shown.chapterId : ''} onChange={(event) => pick(event.target.value)}>
      <option value="">{t('world.asOfChapterPick')}</option>
      {chapters.map((row) => <option key={row.chapterId} value={row.chapterId} disabled={row.instant === null} data-user-content>{row.number}　{row.title}</option>)}
    </select>
  )
}

/** Any moment, also between slices. */
function JumpTo({ onDone }: { onDone: () => void }) {
  const t = useText()
  const [text, setText] = useState('')
  const read = useTime(text)
  const go = (event: FormEvent) => {
    event.preventDefault()
    if (read.instant === null) return
    useWorldView.getState().look(read.instant)
    onDone()
  }
  return (
    <form className="jump-to" onSubmit={go}>
      <input className="input" data-testid="world-jump" data-user-content autoFocus maxLength={200} aria-label={t('world.jump')} value={text} onChange={(event) => setText(event.target.value)} onKeyDown={(event) => { if (event.key === 'Escape') { event.stopPropagation(); onDone() } }} />
      <Button size="small" type="submit" disabled={read.instant === null}>{t('world.jumpGo')}</Button>
      <Button size="small" kind="quiet" onClick={onDone}>{t('common.cancel')}</Button>
      <TimeRead read={read} />
    </form>
  )
}

/** When it is now, the ways to another time, and why states cannot be told if so. */
export function CursorLine() {
  const t = useText()
  const text = useCursorText()
  const slices = useWorld((s) => s.slices) ?? []
  const { cursor, look } = useWorldView()
  const [jumping, setJumping] = useState(false)
  return (
    <div className="cursor-line">
      <IconButton label={t('world.previousSlice')} testId="slice-previous" onClick={() => stepSlice(-1)}><ChevronLeft size={18} aria-hidden /></IconButton>
      <output className="cursor-time ellipsis" data-testid="cursor-time" data-user-content title={text}>{slices.length === 0 && cursor === null ? '' : text}</output>
      <IconButton label={t('world.nextSlice')} testId="slice-next" onClick={() => stepSlice(1)}><ChevronRight size={18} aria-hidden /></IconButton>
      <IconButton label={t('world.latest')} disabled={cursor === null} onClick={() => look(null)}><ChevronsRight size={18} aria-hidden /></IconButton>
      <span className="board-gap" />
      <Button size="small" aria-expanded={jumping} onClick={() => setJumping(!jumping)}>{t('world.jump')}</Button>
      <AsOfChapter />
      {jumping && <JumpTo onDone={() => setJumping(false)} />}
    </div>
  )
}
