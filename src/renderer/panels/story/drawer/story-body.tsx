import { useState } from 'react'
import { call } from '../../../bridge/call'
import { useText } from '../../../i18n/text'
import { projectId, useApp } from '../../../stores/app'
import { useStory } from '../../../stores/story'
import { useStoryForms } from '../../../stores/story-forms'
import { Button } from '../../../ui/button'
import { change } from '../story-changes'

/** The whole story in a few sentences; sent when saved, kept as typed until then. */
export function StoryBody() {
  const t = useText()
  const story = useStory((s) => s.outline?.story)
  const readOnly = useApp((s) => s.project?.readOnly ?? true)
  const typed = useStoryForms((s) => s.forms['story']?.['summary'])
  const { set, clear } = useStoryForms()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const done = await change(() => call('story.setStory', { project: projectId(), summary: (typed ?? '').trim() }))
    setBusy(false)
    if (done) clear('story')
  }
  return (
    <div className="drawer-fields">
      <p className="drawer-story" data-user-content>{story?.title}</p>
      <label className="field"><span className="label">{t('board.field.summary')}</span>
        <textarea className="input" data-testid="story-summary" data-user-content readOnly={readOnly} maxLength={5_000} placeholder={t('board.hint.storySummary')} value={typed ?? story?.summary ?? ''} onChange={(event) => set('story', 'summary', event.target.value)} />
      </label>
      <div className="row"><Button kind="primary" testId="story-save" disabled={readOnly || busy || typed === undefined} onClick={() => void save()}>{t('common.save')}</Button></div>
    </div>
  )
}
