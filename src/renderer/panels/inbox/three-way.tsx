import { useEffect, useRef } from 'react'
import type { ChangeItem, Clash } from '@shared/procedures/inbox'
import { useText } from '../../i18n/text'
import { Button } from '../../ui/button'
import { ClashFields } from './clash-fields'
import { ClashText } from './clash-text'
import { keepItem, resolveItem, type Answer } from './inbox-acts'
import { useInbox } from '../../stores/inbox'

function useWhy({ why, act, text }: Clash): string {
  const t = useText()
  if (why !== 'changed') return t(`inbox.clash.${why}`)
  if (act === 'apply') return t('inbox.clash.changedApply')
  return t(text !== null && text.wanted === null ? 'inbox.clash.created' : 'inbox.clash.changed')
}

/** The one act that settles it whole, named after what it does. */
function useWhole(clash: Clash) {
  const t = useText()
  if (clash.text === null) return t('inbox.allFields')
  if (clash.act === 'apply') return t(clash.why === 'gone' ? 'inbox.writeAnyway' : 'inbox.wholeProposed')
  if (clash.text.wanted === null && clash.why === 'changed') return t('inbox.toTrash')
  return t(clash.why === 'gone' ? 'inbox.putBack' : clash.why === 'taken' ? 'inbox.replaceIt' : 'inbox.wholeBefore')
}

/** Three states of one thing, and the author's choice; nothing has been written yet (06 §7). */
export function ThreeWay({ item, clash }: { item: ChangeItem; clash: Clash }) {
  const t = useText()
  const why = useWhy(clash)
  const whole = useWhole(clash)
  const box = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => { if (document.activeElement?.closest('.change-row, .change-view, body') !== null) heading.current?.focus({ preventScroll: true }) }, [])
  const answer = (given: Answer) => void resolveItem(item, clash.act, given)
  const leave = () => { useInbox.getState().ask(null); void keepItem(item).then(() => useInbox.getState().askFocus()) }
  const choices = clash.text !== null && clash.text.parts.length > 0
  return (
    <section ref={box} className="three-way" data-testid="three-way" data-why={clash.why} aria-label={t('inbox.threeWay')}>
      <h3 ref={heading} tabIndex={-1}>{t('inbox.threeWay')}</h3>
      <p className="note" data-kind="warn" role="status">{why}</p>
      {clash.text !== null && <ClashText clash={clash} text={clash.text} onText={(text) => answer({ text, hash: clash.text?.hash ?? null })} />}
      {clash.fields.length > 0 && <ClashFields fields={clash.fields} />}
      <div className="row">
        <Button kind={choices ? 'plain' : 'primary'} testId="three-way-whole" onClick={() => answer({ whole: true, hash: clash.text?.hash ?? null })}>{whole}</Button>
        {clash.text === null && item.area === 'story' && <Button testId="three-way-rest" onClick={() => answer({ rest: true })}>{t('inbox.restFields')}</Button>}
        <Button kind="quiet" testId="three-way-leave" onClick={leave}>{t('inbox.leave')}</Button>
      </div>
    </section>
  )
}
