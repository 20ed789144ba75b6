import { useEffect, useState } from 'react'
import { BudgetScope, type Budgets } from '@shared/settings'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { attempt } from '../../stores/notices'
import { inTurn } from './in-turn'
import { Refused, SettingRow } from './rows'

const turn = inTurn()

/** What may be spent before the author is asked (04 §13): money for models with a price, tokens for all; empty is no limit. */
export function BudgetRows() {
  const t = useText()
  const [budgets, setBudgets] = useState<Budgets | null>(null)
  useEffect(() => { void attempt(async () => setBudgets((await call('settings.get', {})).config.budgets)) }, [])
  if (!budgets) return null
  const save = (change: (now: Budgets) => Budgets) => turn(async () => setBudgets(await call('settings.setBudgets', change((await call('settings.get', {})).config.budgets))))
  return (
    <>
      <h2>{t('settings.budgets')}</h2>
      <p className="muted">{t('settings.budgetsHint')}</p>
      <SettingRow label={t('settings.budgetCurrency')} htmlFor="budget-currency">
        <input id="budget-currency" className="input number" maxLength={8} data-user-content="" defaultValue={budgets.currency} onBlur={(event) => { const currency = event.target.value.trim().toUpperCase(); if (currency !== '' && currency !== budgets.currency) save((now) => ({ ...now, currency })); else event.target.value = budgets.currency }} />
      </SettingRow>
      {BudgetScope.options.map((scope) => (
        <SettingRow key={scope} label={t(`usage.scope.${scope}`)} htmlFor={`budget-${scope}-cost`}>
          <LimitField id={`budget-${scope}-cost`} label={t('settings.budgetCost', { scope: t(`usage.scope.${scope}`) })} value={budgets[scope].cost} whole={false} onChange={(cost) => save((now) => ({ ...now, [scope]: { ...now[scope], cost } }))} />
          <span className="muted budget-unit" data-user-content>{budgets.currency}</span>
          <LimitField id={`budget-${scope}-tokens`} label={t('settings.budgetTokens', { scope: t(`usage.scope.${scope}`) })} value={budgets[scope].tokens} whole onChange={(tokens) => save((now) => ({ ...now, [scope]: { ...now[scope], tokens } }))} />
          <span className="muted budget-unit">{t('context.tokens')}</span>
        </SettingRow>
      ))}
    </>
  )
}

/** Empty: no limit. What is no number above zero is not taken: the last good value comes back, and the field says why. */
function LimitField({ id, label, value, whole, onChange }: { id: string; label: string; value: number | null; whole: boolean; onChange: (value: number | null) => void }) {
  const t = useText()
  const [refused, setRefused] = useState<string | null>(null)
  const leave = (field: HTMLInputElement) => {
    const raw = field.value.trim()
    const n = whole ? Math.ceil(Number(raw)) : Number(raw)
    const empty = raw === '' && !field.validity.badInput
    if (empty || (raw !== '' && Number.isFinite(n) && n > 0)) {
      setRefused(null)
      if (value !== (empty ? null : n)) onChange(empty ? null : n)
      return
    }
    setRefused(raw)
    field.value = value === null ? '' : String(value)
  }
  return (
    <>
      <input id={id} className="input number" type="number" data-testid={id} min={0} step="any" placeholder={t('settings.budgetNone')} aria-label={label} defaultValue={value ?? ''} onInput={() => setRefused(null)} onBlur={(event) => leave(event.target)} />
      <Refused why={refused === null ? null : refused === '' ? t('settings.refusedNumber') : t('settings.refusedLimit', { value: refused })} />
    </>
  )
}
