import { X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Scene } from '@shared/story'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { useChapterDrawer } from '../../../stores/chapter-drawer'
import { useStoryDrafts } from '../../../stores/story-drafts'
import { useWorld } from '../../../stores/world'
import { IconButton } from '../../../ui/button'
import { SubjectChoice } from '../../world/compose/subject-choice'
import { nameOf } from '../../world/words'
import { AutoText } from '../fields/auto-text'
import { castText, keyOf, type FieldAt } from '../fields/field-at'
import { usePending } from '../fields/pending'
import { Register, Strangers } from './register-subject'
import { saveAnchor } from './scene-anchor'
import { showInDrawer } from './show-in-drawer'

const byHand = '+hand'
const anchorField = (scene: Scene, field: 'subjectIds' | 'locationSubjectId'): FieldAt => ({ kind: 'scene', id: scene.id, field: `worldAnchor.${field}` })
/** A step of the readiness line leads here: the first control of the box takes the focus. */
function Focusable({ at, children }: { at: FieldAt; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const key = keyOf(at)
  const wanted = useChapterDrawer((s) => s.focusField === key)
  useEffect(() => {
    if (!wanted || box.current?.querySelector('.auto-field')) return
    box.current?.querySelector<HTMLElement>('select, .choice-button')?.focus({ preventScroll: true })
    showInDrawer(box.current, 'centre')
    useChapterDrawer.getState().askFocus(null)
  }, [wanted])
  return <div ref={box} className="scene-cast">{children}</div>
}

/** Ids written by hand stay possible: a subject may come into the world later. They show while one is being typed. */
const useByHand = (at: FieldAt, nobody: boolean): [boolean, (on: boolean) => void] => {
  const [open, setOpen] = useState(false)
  const typing = useStoryDrafts((s) => s.drafts[keyOf(at)] !== undefined)
  return [open || typing || nobody, setOpen]
}

function Taking({ scene, nobody }: { scene: Scene; nobody: boolean }) {
  const t = useText()
  const at = anchorField(scene, 'subjectIds')
  const subjects = useWorld((s) => s.subjects) ?? []
  const readOnly = useReadOnly()
  const [hand, setHand] = useByHand(at, nobody)
  const [ids, choose] = usePending(scene.worldAnchor.subjectIds, (subjectIds: string[]) => saveAnchor(scene, { subjectIds }))
  const field = <AutoText at={at} value={castText(scene.worldAnchor.subjectIds)} label={t('board.field.subjects')} hint={t('board.hint.subjects')} single testId="scene-subjects" />
  if (hand) return <Focusable at={at}>{field}<Strangers scene={scene} ids={scene.worldAnchor.subjectIds} type="character" /></Focusable>
  const pick = (id: string) => { if (id === byHand) setHand(true); else if (id !== '' && !ids.includes(id)) choose([...ids, id]) }
  return (
    <Focusable at={at}>
      <SubjectChoice label={t('board.field.subjects')} value="" exclude={ids} disabled={readOnly} other={{ value: byHand, label: t('world.idByHand') }} placeholder={t('world.addToScene')} testId="scene-subject-add" onPick={pick} />
      {ids.length > 0 && <ul className="cast-chips">{ids.map((id) => (
        <li key={id} data-testid="scene-subject" data-id={id} data-state={subjects.some((subject) => subject.id === id) ? 'known' : 'unknown'}>
          <span data-user-content>{nameOf(id, subjects)}</span>
          <Register scene={scene} id={id} type="character" />
          <IconButton label={t('world.removeFromScene', { name: nameOf(id, subjects) })} disabled={readOnly} onClick={() => choose(ids.filter((one) => one !== id))}><X size={12} aria-hidden /></IconButton>
        </li>
      ))}</ul>}
    </Focusable>
  )
}

function Location({ scene, nobody }: { scene: Scene; nobody: boolean }) {
  const t = useText()
  // Names show as soon as the world knows them.
  useWorld((s) => s.subjects)
  const at = anchorField(scene, 'locationSubjectId')
  const readOnly = useReadOnly()
  const [hand, setHand] = useByHand(at, nobody)
  const [place, choose] = usePending(scene.worldAnchor.locationSubjectId ?? '', (id: string) => saveAnchor(scene, { locationSubjectId: id === '' ? null : id }))
  if (hand) return <Focusable at={at}><AutoText at={at} value={castText(scene.worldAnchor.locationSubjectId === null ? [] : [scene.worldAnchor.locationSubjectId])} label={t('board.field.location')} hint={t('board.hint.location')} single max={120} testId="scene-location" />{place !== '' && <Strangers scene={scene} ids={[place]} type="location" />}</Focusable>
  return (
    <Focusable at={at}>
      <SubjectChoice label={t('board.field.location')} value={place} first="location" disabled={readOnly} other={{ value: byHand, label: t('world.idByHand') }} placeholder={t('board.notChosen')} testId="scene-place" onPick={(id) => { if (id === byHand) setHand(true); else choose(id) }} />
      {place !== '' && <Strangers scene={scene} ids={[place]} type="location" />}
    </Focusable>
  )
}

/** Who takes part and where, chosen among the world's subjects. */
export function SceneCast({ scene }: { scene: Scene }) {
  const nobody = useWorld((s) => (s.subjects?.length ?? 0) === 0)
  return <div className="field-pair" data-wide><Taking scene={scene} nobody={nobody} /><Location scene={scene} nobody={nobody} /></div>
}
