import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { ImportView } from '@shared/procedures/import'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useImport } from '../../stores/import'
import { attempt } from '../../stores/notices'
import { Button } from '../../ui/button'

/** The text of the chosen chapter; S splits it at the caret. */
export function ImportText({ view, row }: { view: z.infer<typeof ImportView>; row: string | null }) {
  const t = useText()
  const edit = useImport((s) => s.edit)
  const [got, setGot] = useState<{ key: string; text: string } | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const known = view.rows.find((r) => r.id === row)
  const key = known ? `${known.id}:${known.start}:${known.end}` : null
  useEffect(() => {
    if (row !== null && key !== null) void attempt(() => call('import.text', { project: projectId(), importId: view.importId, row })).then((read) => setGot({ key, text: read?.text ?? '' }))
  }, [row, key, view.importId])
  if (!known) return <div className="import-text" />
  const split = () => { if (area.current) void edit({ do: 'split', row: known.id, offset: area.current.selectionStart }) }
  return (
    <div className="import-text">
      <textarea ref={area} readOnly aria-label={t('import.preview')} data-user-content value={got?.key === key ? got.text : ''} onKeyDown={(event) => { if (!event.ctrlKey && !event.metaKey && (event.key === 's' || event.key === 'S')) { event.preventDefault(); split() } }} />
      <div className="row"><Button size="small" onClick={split}>{t('import.splitHere')}</Button><kbd>S</kbd></div>
    </div>
  )
}
