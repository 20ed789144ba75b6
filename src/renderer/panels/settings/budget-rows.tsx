import { useEffect, useState } from 'react'
import { BudgetScope, type Budgets } from '@shared/settings'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { attempt } from '../../stores/notices'
import { SettingRow } from './rows'

/** What may be spent before the author is asked (04 §13): money for models with a price, tokens for the others; empty is no limit. */
export function BudgetRows() {
  const t = useText()
  const [budgets, setBudgets] = useState<Budgets | null>(null)
  useEffect(() => { void attempt(async () => setBudgets((await call('settings.get', {})).config.budgets)) }, [])
  if (!budgets) return null
  const save = (next: Budgets) => void attempt(async () => setBudgets(await call('settings.setBudgets', next)))
  return (
    <>
      <h2>{t('settings.budgets')}</h2>
      <p className="muted">{t('settings.budgetsHint')}</p>
      <SettingRow label={t('settings.budgetCurrency')} htmlFor="budget-currency">
        <input id="budget-currency" className="input number" maxLength={8} data-user-content="" defaultValue={budgets.currency} onBlur={(event) => { const currency = event.target.value.trim().toUpperCase(); if (currency !== '' && currency !== budgets.currency) save({ ...budgets, currency }); else event.target.value = budgets.currency }} />
      </SettingRow>
      {BudgetScope.options.map((scope) => (
        <SettingRow key={scope} label={t(`usage.scope.${scope}`)} htmlFor={`budget-${scope}-cost`}>
          <LimitField id={`budget-${scope}-cost`} label={t('settings.budgetCost', { scope: t(`usage.scope.${scope}`) })} value={budgets[scope].cost} whole={false} onChange={(cost) => save({ ...budgets, [scope]: { ...budgets[scope], cost } })} />
          <span className="muted budget-unit" data-user-content>{budgets.currency}</span>
          <LimitField id={`budget-${scope}-tokens`} label={t('settings.budgetTokens', { scope: t(`usage.scope.${scope}`) })} value={budgets[scope].tokens} whole onChange={(tokens) => save({ ...budgets, [scope]: { ...budgets[scope], tokens } })} />
          <span className="muted budget-unit">{t('context.tokens')}</span>
        </SettingRow>
      ))}
    </>
  )
}

/** Empty: no limit. What is no number above zero is not taken; the last good value comes back. */
function LimitField({ id, label, value, whole, onChange }: { id: string; label: string; value: number | null; whole: boolean; onChange: (value: number | null) => void }) {
  const t = useText()
  const leave = (field: HTMLInputElement) => {
    const raw = field.value.trim()
    const n = whole ? Math.floor(Number(raw)) : Number(raw)
    if (raw === '' && field.validity.valid) { if (value !== null) onChange(null) }
    else if (Number.isFinite(n) && n > 0) { if (n !== value) onChange(n) }
    else field.value = value === null ? '' : String(value)
  }
  return <input id={id} className="input number" type="number" data-testid={id} min={0} step="any" placeholder={t('settings.budgetNone')} aria-label={label} defaultValue={value ?? ''} onBlur={(event) => leave(event.target)} />
}
