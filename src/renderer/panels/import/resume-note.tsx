import { useEffect, useState } from 'react'
import type { Output } from '@shared/procedures'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useImport } from '../../stores/import'
import { Button } from '../../ui/button'

/** An import that a crash cut off can go on, without making anything twice (I4). */
export function ResumeNote() {
  const t = useText()
  const { view, start, run } = useImport()
  const [pending, setPending] = useState<Output<'import.pending'> | null>(null)
  useEffect(() => { void call('import.pending', { project: projectId() }).then(setPending, () => setPending(null)) }, [])
  if (view || !pending || pending.importId === null || pending.file === null) return null
  const file = pending.file
  const resume = async () => { await start(file); await run('skip') }
  return (
    <div className="banner" data-kind="warn"><span>{t('import.resume', { file: file.replace(/^.*[/\\]/, ''), made: pending.made, total: pending.total })}</span><Button size="small" onClick={() => void resume()}>{t('import.resumeNow')}</Button></div>
  )
}
