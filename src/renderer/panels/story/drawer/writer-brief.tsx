import { useState } from 'react'
import type { BriefMode } from '@shared/story-ledgers'
import { useText } from '../../../i18n/text'
import { ErrorNote } from '../../../ui/error-note'
import { LateLoading } from '../../../ui/late-loading'
import { ReplyText } from '../../sessions/reply-text'
import { DrawerSection } from './drawer-section'
import { useBrief } from './use-brief'

const modes: readonly BriefMode[] = ['autonomous', 'curated']

/** What the chapter's writer is told, word for word, in either mode (02 §11). */
export function WriterBrief({ chapterId }: { chapterId: string }) {
  const t = useText()
  const [mode, setMode] = useState<BriefMode>('autonomous')
  const { brief, fault } = useBrief(chapterId, mode)
  return (
    <DrawerSection title={t('board.writerBrief')}>
      <fieldset className="mode-choice">
        <legend className="visually-hidden">{t('board.briefMode')}</legend>
        {modes.map((one) => <label key={one}><input type="radio" name="brief-mode" value={one} checked={mode === one} data-testid={`brief-${one}`} onChange={() => setMode(one)} />{t(`board.briefMode.${one}`)}</label>)}
      </fieldset>
      <p className="muted small">{t(`board.briefHint.${mode}`)} {t('board.briefWordForWord')}</p>
      {fault && <ErrorNote fault={fault} />}
      {!brief && !fault && <LateLoading />}
      {brief && <div className="writer-brief" data-testid="writer-brief" data-mode={mode} data-state={brief.status}><ReplyText text={brief.markdown} /></div>}
    </DrawerSection>
  )
}
