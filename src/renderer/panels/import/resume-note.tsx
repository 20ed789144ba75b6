import { useEffect } from 'react'
import { useText } from '../../i18n/text'
import { useImport } from '../../stores/import'
import { attempt } from '../../stores/notices'
import { Button } from '../../ui/button'

/** An import that a crash cut off can go on, without making anything twice (I4). */
export function ResumeNote() {
  const t = useText()
  const { view, progress, cutOff, look, resume, giveUp } = useImport()
  useEffect(() => { void attempt(look) }, [look])
  if (view || progress || !cutOff) return null
  return (
    <div className="banner" data-kind="warn" data-testid="import-resume" role="status"><span>{t('import.resume', { file: cutOff.file, made: cutOff.made, total: cutOff.total })}</span><Button size="small" onClick={() => void resume(cutOff.importId)}>{t('import.resumeNow')}</Button>
      <Button size="small" kind="quiet" onClick={() => void giveUp()}>{t('import.giveUp')}</Button></div>
  )
}
