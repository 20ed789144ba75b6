import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { useText } from '../../../i18n/text'
import { composing } from '../../../ui/composing'
import type { Option } from './option'
import { foundOptions } from './find-options'

const rowHeight = 30
const page = 8
const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1), ArrowUp: (at) => Math.max(0, at - 1), PageDown: (at, last) => Math.min(last, at + page), PageUp: (at) => Math.max(0, at - page),
}

interface FinderProps { label: string; value: string; options: readonly Option[]; onPick: (value: string) => void }

function Finder({ label, value, options, onPick }: FinderProps) {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(() => Math.max(0, options.findIndex((option) => option.value === value)))
  const found = useMemo(() => foundOptions(options, typed), [options, typed])
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const list = useVirtualizer<HTMLDivElement, Element>({ count: found.length, getScrollElement: () => box, estimateSize: () => rowHeight, overscan: 6, useFlushSync: false })
  useEffect(() => { if (box && found.length > 0) list.scrollToIndex(Math.min(at, found.length - 1), { align: 'auto' }) }, [box, list, at, found.length])
  const keys = (event: KeyboardEvent) => {
    if (composing(event)) return
    const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key]
    if (step) { event.preventDefault(); setAt(step(at, found.length - 1)) }
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    const option = found[at]
    if (option) onPick(option.value)
  }
  return (
    <>
      <input className="input" role="combobox" aria-expanded aria-controls={`${id}-list`} aria-activedescendant={found[at] ? `${id}-${at}` : undefined} aria-label={label} placeholder={t('board.findChoice')} data-testid="choice-find" autoFocus value={typed}
        onChange={(event) => { setTyped(event.target.value); setAt(0) }} onKeyDown={keys} />
      <div ref={setBox} id={`${id}-list`} className="choice-rows" role="listbox" aria-label={label} tabIndex={-1}>
        {found.length === 0 ? <p className="muted" role="option" aria-selected={false} aria-disabled>{t('board.noSuchChoice')}</p> : (
          <div role="presentation" style={{ height: list.getTotalSize(), position: 'relative' }}>
            {list.getVirtualItems().map(({ index, start }) => {
              const option = found[index]
              return option && (
                <div key={option.value} id={`${id}-${index}`} role="option" aria-selected={option.value === value} aria-setsize={found.length} aria-posinset={index + 1} className="choice-row" data-current={index === at} data-testid="choice-option" data-id={option.value} style={{ top: start, height: rowHeight }} onClick={() => onPick(option.value)}>
                  <span className="ellipsis" data-user-content={option.own ? '' : undefined}>{option.label}</span>{option.hint && <span className="muted">{option.hint}</span>}
                </div>
              )
            })}
          </div>
        )}
      </div>
    </>
  )
}

export interface SearchChoiceProps { label: string; value: string; options: readonly Option[]; onPick: (value: string) => void; testId?: string | undefined; hideLabel?: boolean; disabled?: boolean; missing?: boolean; className?: string }

/** One of many: found by typing, walked by arrows; only the rows in view are drawn. */
export function SearchChoice({ label, value, options, onPick, testId, hideLabel = false, disabled = false, missing = false, className = '' }: SearchChoiceProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  const choices = useMemo(() => options.filter((option) => option.prompt !== true), [options])
  return (
    <div className={`field ${className}`} data-missing={missing}>
      <span id={id} className={hideLabel ? 'visually-hidden' : 'label'}>{label}</span>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <button type="button" className="input choice-button" aria-labelledby={`${id} ${id}-value`} aria-invalid={missing || undefined} data-testid={testId} data-value={value} disabled={disabled}>
            <span id={`${id}-value`} className="ellipsis" data-user-content={chosen === undefined || chosen.own ? '' : undefined}>{chosen?.label ?? value}</span><ChevronDown size={14} aria-hidden />
          </button>
        </Popover.Trigger>
        <Popover.Portal container={document.querySelector('main')}>
          <Popover.Content className="menu choice-list" align="start" sideOffset={2} collisionPadding={8} aria-label={label} data-testid={testId && `${testId}-list`} onKeyDown={(event) => { if (event.key === 'Escape') event.stopPropagation() }}>
            <Finder label={label} value={value} options={choices} onPick={(picked) => { setOpen(false); onPick(picked) }} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}
