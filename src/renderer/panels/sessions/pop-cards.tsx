import { z } from 'zod'
import type { ToolResult } from '@shared/tool-result'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { useApp } from '../../stores/app'
import { useChapterDrawer } from '../../stores/chapter-drawer'
import { useLayout } from '../../stores/layout'
import { attempt } from '../../stores/notices'
import { openWorld, useWorldView } from '../../stores/world-view'
import { visibleText } from '@shared/visible-text'

const Card = z.object({ kind: z.enum(['text', 'picture', 'act', 'chapter', 'scene', 'thread', 'promise', 'decision', 'subject']), title: z.string(), path: z.string().nullable(), ref: z.string().nullable() })
type Card = z.infer<typeof Card>

const idOf = (ref: string | null): string => ref?.replace(/^\w+:\/\//, '') ?? ''

/** A text comes to the front, a picture in the system's own viewer's folder, an entity where it is edited. */
function openCard({ kind, path, ref }: Card): void {
  if (kind === 'picture') {
    const dir = useApp.getState().project?.dir
    if (dir !== undefined && path !== null) void attempt(() => call('app.showItem', { path: `${dir}/${path}` }))
    return
  }
  if (path !== null) return useLayout.getState().openText(path)
  if (kind === 'text') return
  if (kind === 'subject') { openWorld('state'); useWorldView.getState().showSubject(idOf(ref)); return }
  useChapterDrawer.getState().open({ kind, id: idOf(ref) })
}

/** What the assistant put before the author, one click each (08 §3 Pop). */
export function PopCards({ result }: { result: ToolResult }) {
  const t = useText()
  const cards = z.array(Card).safeParse(result.details['cards'])
  if (!cards.success || cards.data.length === 0) return null
  return (
    <ul className="pop-cards" aria-label={t('sessions.cards')}>
      {cards.data.map((card, at) => (
        <li key={at}><button type="button" className="pop-card" data-testid="pop-card" data-id={card.path ?? card.ref ?? ''} onClick={() => openCard(card)}>
          <span className="muted">{t(`sessions.card.${card.kind}`)}</span><span className="ellipsis" data-user-content>{visibleText(card.title)}</span></button></li>
      ))}
    </ul>
  )
}
