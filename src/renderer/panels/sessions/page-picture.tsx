import { useState } from 'react'
import { z } from 'zod'
import type { ToolResult } from '@shared/tool-result'
import { useText } from '../../i18n/text'
import { Dialog } from '../../ui/dialog'
import { usePicture } from './use-picture'

const Shot = z.looseObject({ screenshot: z.looseObject({ blob: z.string(), width: z.number(), height: z.number() }) })

/** The picture of a page that the assistant took for the author (07 §3): in its place at once, larger on a click. */
export function PagePicture({ result }: { result: ToolResult }) {
  const t = useText()
  const shot = Shot.safeParse(result.details)
  const blob = shot.success ? shot.data.screenshot.blob : null
  const source = usePicture(blob)
  const [large, setLarge] = useState(false)
  if (!shot.success) return null
  const { width, height } = shot.data.screenshot
  if (source === 'gone') return <p className="muted page-picture-gone">{t('sessions.pictureGone')}</p>
  const picture = source === null ? null : <img src={source} width={width} height={height} alt={t('sessions.pictureAlt')} data-testid="page-picture" />
  return (
    <>
      <button type="button" className="page-picture" style={{ aspectRatio: `${width} / ${height}` }} disabled={source === null} aria-label={t('sessions.pictureLarge')} onClick={() => setLarge(true)}>{picture}</button>
      <Dialog open={large} title={t('sessions.pictureAlt')} onClose={() => setLarge(false)} testId="page-picture-large"><div className="page-picture-large">{picture}</div></Dialog>
    </>
  )
}
