import { useState } from 'react'
import { useText } from '../../../i18n/text'
import { useDecisions } from '../../../stores/decisions'
import { usePromises } from '../../../stores/promises'
import { useStory } from '../../../stores/story'
import { useChapterOptions } from '../chapter-options'
import { Choice } from '../fields/choice'
import type { Option } from '../fields/option'
import { word } from '../labels'
import { ScenePicker } from './scene-picker'

export type TargetKind = 'act' | 'chapter' | 'thread' | 'scene' | 'promise' | 'decision' | 'content'

function useOptions(kind: TargetKind): Option[] {
  const outline = useStory((s) => s.outline)
  const promises = usePromises((s) => s.promises)
  const decisions = useDecisions((s) => s.decisions)
  const chapters = useChapterOptions(null)
  const own = (list: readonly { id: string; title: string }[]): Option[] => list.map(({ id, title }) => ({ value: id, label: title, own: true }))
  if (kind === 'act') return own((outline?.acts ?? []).map(({ act }) => act))
  if (kind === 'thread') return own(outline?.threads ?? [])
  if (kind === 'promise') return own(promises ?? [])
  if (kind === 'decision') return own(decisions ?? [])
  return kind === 'chapter' ? chapters : []
}

function PathField({ onPick }: { onPick: (path: string) => void }) {
  const t = useText()
  const [path, setPath] = useState('')
  const take = () => { if (path.trim() !== '') onPick(path.trim()) }
  return (
    <label className="field"><span className="label">{t('board.anchor.content')}</span>
      <input className="input" data-user-content maxLength={500} placeholder={t('board.hint.path')} value={path} onChange={(event) => setPath(event.target.value)} onBlur={take} onKeyDown={(event) => { if (event.key === 'Enter') { event.preventDefault(); take() } }} />
    </label>
  )
}

/** Something of the story or a text of the project, to refer to. */
export function TargetPicker({ kind, onPick, testId }: { kind: TargetKind; onPick: (idOrPath: string) => void; testId: string }) {
  const t = useText()
  const options = useOptions(kind)
  if (kind === 'content') return <PathField onPick={onPick} />
  if (kind === 'scene') return <ScenePicker value="" onPick={(id) => { if (id !== '') onPick(id) }} testId={testId} />
  return <Choice label={word(t, 'anchor', kind)} value="" options={[{ value: '', label: t('board.choose'), prompt: true }, ...options]} testId={testId} onPick={(id) => { if (id !== '') onPick(id) }} />
}
