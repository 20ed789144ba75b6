import type { KeyboardEvent } from 'react'
import type { ChangeItem } from '@shared/procedures/inbox'
import { whenText } from '../../i18n/dates'
import { useText } from '../../i18n/text'
import { useInbox } from '../../stores/inbox'
import { useLayout } from '../../stores/layout'
import { useStory } from '../../stores/story'
import { composing } from '../../ui/composing'
import { applyItem, keepItem, revertItem } from './inbox-acts'
import { amount, entityWord, isFile, shownName } from './item-words'

/** K keep, R take back, A apply; Enter goes into the diff (09 §8). The list itself moves by arrows. */
function useRowKeys(item: ChangeItem) {
  return (event: KeyboardEvent) => {
    if (composing(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const acts: Record<string, () => void> = {
      k: () => void act(keepItem), r: () => void act(revertItem), a: () => void act(applyItem),
      Enter: () => { useInbox.getState().show(item.id); document.querySelector<HTMLElement>('[data-testid="change-diff"]')?.focus() },
    }
    const act = async (work: (item: ChangeItem) => Promise<void>) => { await work(item); useInbox.getState().askFocus() }
    const wanted = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!wanted) return
    event.preventDefault()
    wanted()
  }
}

/** One file, entity or slice; standing on it shows what changed. */
export function ChangeRow({ item }: { item: ChangeItem }) {
  const t = useText()
  const shown = useInbox((s) => s.shown === item.id)
  useStory((s) => s.outline)
  const keys = useRowKeys(item)
  const show = () => { useInbox.getState().show(item.id); useLayout.getState().set({ centre: 'inbox' }) }
  const counted = amount(item)
  return (
    <li className="change-row" data-testid="change-row" data-id={item.id} data-state={item.state} data-kind={item.kind} data-area={item.area} data-shown={shown ? 'true' : undefined}>
      <button type="button" data-row aria-current={shown ? 'true' : undefined} onFocus={show} onClick={show} onKeyDown={keys}>
        <span className="change-name"><span className="ellipsis" data-user-content title={item.name}>{shownName(item)}</span>{counted !== null && <span className="change-amount" data-value={item.words ?? undefined}>{counted}</span>}</span>
        <span className="muted">
          <span data-kind={item.kind}>{item.area === 'proposal' ? t('inbox.kind.proposal') : t(`inbox.kind.${item.kind}`)}</span>
          {!isFile(item) && item.entity !== null && <> · {entityWord(item.entity)}</>}
          {item.state !== 'new' && <> · {t(`inbox.state.${item.state}`)}</>} · {whenText(item.at)}
        </span>
      </button>
    </li>
  )
}
