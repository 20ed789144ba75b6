import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { BeatKind, PromiseBeat, PromiseView } from '@shared/story-ledgers'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { useStoryForms } from '../../../stores/story-forms'
import { Button, IconButton } from '../../../ui/button'
import { Choice } from '../fields/choice'
import { beatKinds, choices, word } from '../labels'
import { sendByKeys } from './form-keys'
import { removeBeat, setBeat } from './promise-actions'
import { ScenePicker } from './scene-picker'

const isKind = (value: string): value is BeatKind => beatKinds.some((kind) => kind === value)

/** One beat: where, what it does, a note; the note is kept as typed until it is saved. */
function Beat({ promiseId, beat }: { promiseId: string; beat: PromiseBeat }) {
  const t = useText()
  const readOnly = useReadOnly()
  const form = `beat:${promiseId}:${beat.scene.id}`
  const typed = useStoryForms((s) => s.forms[form]?.['note'])
  const { set, settle } = useStoryForms()
  const keep = async () => {
    if (typed === undefined) return
    const note = typed.trim()
    if (note === (beat.note ?? '') || (await setBeat(promiseId, { sceneId: beat.scene.id, kind: beat.kind, note: note === '' ? null : note, ...(beat.kind === 'payoff' ? { autoFulfill: false } : {}) }))) settle(form, { note: typed })
  }
  return (
    <li className="beat-row" data-testid="beat-row" data-id={beat.scene.id} data-kind={beat.kind} data-state={beat.state}>
      <span className="beat-place"><span className="muted">{beat.chapter ? t('board.chapterNumber', { number: beat.chapter.number }) : t('board.noChapter')}</span> <span data-user-content>{beat.scene.title}</span> <span className="muted">{word(t, 'beatState', beat.state)}</span></span>
      <IconButton label={t('board.removeBeat')} testId="beat-remove" disabled={readOnly} onClick={() => void removeBeat(promiseId, beat.scene.id)}><X size={14} aria-hidden /></IconButton>
      <Choice label={t('board.field.beatKind')} hideLabel value={beat.kind} options={choices(t, 'beat', beatKinds)} testId="beat-kind" onPick={(kind) => isKind(kind) && setBeat(promiseId, { sceneId: beat.scene.id, kind })} />
      <input className="input" data-user-content readOnly={readOnly} maxLength={5_000} aria-label={t('board.field.beatNote')} placeholder={t('board.field.beatNote')} value={typed ?? beat.note ?? ''} onChange={(event) => set(form, 'note', event.target.value)} onBlur={() => void keep()} />
    </li>
  )
}

function AddBeat({ promise }: { promise: PromiseView }) {
  const t = useText()
  const readOnly = useReadOnly()
  const form = `beat:${promise.id}:new`
  const words = useStoryForms((s) => s.forms[form]) ?? {}
  const { set, clear } = useStoryForms()
  const [autoFulfill, setAuto] = useState(true)
  const sceneId = words['scene'] ?? ''
  const kind = isKind(words['kind'] ?? '') ? (words['kind'] as BeatKind) : promise.derivedStage === 'unplanted' ? 'plant' : 'advance'
  const note = words['note']?.trim() ?? ''
  const box = useRef<HTMLFormElement>(null)
  const add = async () => {
    if (sceneId === '' || readOnly || !(await setBeat(promise.id, { sceneId, kind, ...(note === '' ? {} : { note }), ...(kind === 'payoff' ? { autoFulfill } : {}) }))) return
    clear(form)
    // On to the next one: the button is off until a scene is chosen.
    if (box.current?.contains(document.activeElement) || document.activeElement === document.body) box.current?.querySelector<HTMLElement>('select, .choice-button, input')?.focus({ preventScroll: true })
  }
  return (
    <form ref={box} className="drawer-fields beat-add" onKeyDown={sendByKeys} onSubmit={(event) => { event.preventDefault(); void add() }}>
      <ScenePicker value={sceneId} onPick={(id) => set(form, 'scene', id)} testId="beat-scene" />
      <div className="field-pair">
        <Choice label={t('board.field.beatKind')} value={kind} options={choices(t, 'beat', beatKinds)} testId="beat-new-kind" onPick={(value) => set(form, 'kind', value)} />
        <label className="field"><span className="label">{t('board.field.beatNote')}</span><input className="input" data-user-content maxLength={5_000} value={words['note'] ?? ''} onChange={(event) => set(form, 'note', event.target.value)} /></label>
      </div>
      {kind === 'payoff' && promise.status === 'open' && <label className="check-row"><input type="checkbox" data-testid="beat-auto" checked={autoFulfill} onChange={(event) => setAuto(event.target.checked)} />{t('board.autoFulfil')}</label>}
      <div className="row"><Button size="small" type="submit" testId="beat-set" disabled={readOnly || sceneId === ''}>{t('board.setBeat')}</Button></div>
    </form>
  )
}

/** Where a promise is set up, echoed and paid, in reading order. */
export function PromiseBeats({ promise }: { promise: PromiseView }) {
  const t = useText()
  return (
    <>
      {promise.beats.length === 0 && <p className="muted">{t('board.noBeats')}</p>}
      <ul className="beat-rows">{promise.beats.map((beat) => <Beat key={beat.scene.id} promiseId={promise.id} beat={beat} />)}</ul>
      <AddBeat promise={promise} />
    </>
  )
}
