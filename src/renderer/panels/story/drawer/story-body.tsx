import { useState } from 'react'
import { call } from '../../../bridge/call'
import { useText } from '../../../i18n/text'
import { projectId, useReadOnly } from '../../../stores/app'
import { useStory } from '../../../stores/story'
import { useStoryForms } from '../../../stores/story-forms'
import { Button } from '../../../ui/button'
import { change } from '../story-changes'

/** The whole story in a few sentences, and a note to oneself; sent when saved, kept as typed until then. */
export function StoryBody() {
  const t = useText()
  const story = useStory((s) => s.outline?.story)
  const readOnly = useReadOnly()
  const typed = useStoryForms((s) => s.forms['story'])
  const { set, settle } = useStoryForms()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    const sent = typed ?? {}
    const note = sent['note'] === undefined ? {} : { note: sent['note'].trim() === '' ? null : sent['note'].trim() }
    const summary = sent['summary'] === undefined ? {} : { summary: sent['summary'].trim() }
    setBusy(true)
    const done = await change(() => call('story.setStory', { project: projectId(), ...summary, ...note }))
    setBusy(false)
    if (done) settle('story', sent)
  }
  const field = (name: 'summary' | 'note', hint: string) => (
    <label className="field"><span className="label">{t(`board.field.${name}`)}</span>
      <textarea className="input" data-testid={`story-${name}`} data-user-content readOnly={readOnly} maxLength={5_000} placeholder={hint} value={typed?.[name] ?? story?.[name] ?? ''} onChange={(event) => set('story', name, event.target.value)} />
    </label>
  )
  return (
    <div className="drawer-fields">
      <p className="drawer-story" data-user-content>{story?.title}</p>
      {field('summary', t('board.hint.storySummary'))}
      {field('note', t('board.hint.note'))}
      <div className="row"><Button kind="primary" testId="story-save" disabled={readOnly || busy || Object.keys(typed ?? {}).length === 0} onClick={() => void save()}>{t('common.save')}</Button></div>
    </div>
  )
}
