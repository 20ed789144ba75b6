import { useMemo, useState } from 'react'
import type { Clash } from '@shared/procedures/inbox'
import { compareTexts } from '../../editor-core/compare'
import { useText } from '../../i18n/text'
import { Button } from '../../ui/button'
import { visibleText } from '@shared/visible-text'

type Text = NonNullable<Clash['text']>
type Choice = 'now' | 'wanted' | 'both'

const chosenLines = (part: Text['parts'][number], choice: Choice | undefined): string[] => {
  if (part.wanted === null || choice === 'now') return part.lines
  return choice === 'wanted' ? part.wanted : [...part.lines, ...part.wanted]
}

/** The text the author's choices make; null while one is missing. */
export function composed(parts: Text['parts'], choices: ReadonlyMap<number, Choice>): string | null {
  if (parts.some((part, at) => part.wanted !== null && !choices.has(at))) return null
  return parts.flatMap((part, at) => chosenLines(part, choices.get(at))).join('\n')
}

function Same({ lines }: { lines: readonly string[] }) {
  const t = useText()
  const words = lines.filter((line) => line.trim() !== '')
  if (words.length === 0) return null
  if (words.length <= 2) return words.map((line, at) => <p key={at} data-user-content>{visibleText(line)}</p>)
  return <><p data-user-content>{visibleText(words[0] ?? '')}</p><p className="compare-skipped">{t('inbox.sameLines', { count: words.length - 2 })}</p><p data-user-content>{visibleText(words.at(-1) ?? '')}</p></>
}

interface PlaceProps { part: Text['parts'][number]; n: number; at: number; other: string; choice: Choice | undefined; onChoose(choice: Choice): void }

/** One place that both changed, with the three ways out. */
function Place({ part, n, at, other, choice, onChoose }: PlaceProps) {
  const t = useText()
  const show = (lines: readonly string[]) => (lines.join('').trim() === '' ? <span className="muted">{t('inbox.nothingHere')}</span> : <span data-user-content>{visibleText(lines.join('\n'))}</span>)
  const options: [Choice, string, readonly string[] | null][] = [['now', t('inbox.now'), part.lines], ['wanted', other, part.wanted ?? []], ['both', t('inbox.both'), null]]
  return (
    <fieldset className="clash-place" data-testid="clash-place" data-value={n}>
      <legend>{t('inbox.place', { n })}</legend>
      {options.map(([value, label, lines]) => (
        <label key={value} data-chosen={choice === value ? 'true' : undefined}>
          <input type="radio" name={`clash-${at}`} value={value} checked={choice === value} onChange={() => onChoose(value)} />
          <span className="clash-label">{label}</span>
          {lines !== null && <span className="clash-lines">{show(lines)}</span>}
        </label>
      ))}
    </fieldset>
  )
}

/** Without a common ground both texts as one comparison: struck through is what would go. */
function Comparison({ now, wanted, other }: { now: string; wanted: string; other: string }) {
  const t = useText()
  const rows = useMemo(() => compareTexts(now, wanted), [now, wanted])
  if (rows === null) return null
  return (
    <div className="clash-comparison" tabIndex={0} role="group" aria-label={other}>
      {rows.map((row, at) => row.kind === 'skipped' ? <p key={at} className="compare-skipped">{t('editor.sameParagraphs', { count: row.count })}</p>
        : <p key={at} data-user-content>{row.pieces.map(({ kind, text }, n) => kind === 'added' ? <ins key={n}>{visibleText(text)}</ins> : kind === 'removed' ? <del key={n}>{visibleText(text)}</del> : <span key={n}>{visibleText(text)}</span>)}</p>)}
    </div>
  )
}

/** The present text and the one that would be put there, joined where they agree and chosen where they do not. */
export function ClashText({ clash, text, onText }: { clash: Clash; text: Text; onText(text: string): void }) {
  const t = useText()
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map())
  const other = t(clash.act === 'apply' ? 'inbox.proposed' : 'inbox.before')
  if (text.parts.length === 0) {
    if (text.now !== null && text.wanted !== null) return <Comparison now={text.now} wanted={text.wanted} other={other} />
    return <pre className="clash-comparison" tabIndex={0} data-user-content>{visibleText(text.now ?? text.wanted ?? '')}</pre>
  }
  const result = composed(text.parts, choices)
  const left = text.parts.filter((part, at) => part.wanted !== null && !choices.has(at)).length
  const numbers = text.parts.map((_part, at) => text.parts.slice(0, at + 1).filter((one) => one.wanted !== null).length)
  return (
    <>
      <div className="clash-comparison">
        {text.parts.map((part, at) => part.wanted === null ? <Same key={at} lines={part.lines} />
          : <Place key={at} part={part} at={at} n={numbers[at] ?? 0} other={other} choice={choices.get(at)} onChoose={(choice) => setChoices(new Map(choices).set(at, choice))} />)}
      </div>
      <div className="row">
        <Button kind="primary" testId="three-way-save" disabled={result === null} onClick={() => { if (result !== null) onText(result) }}>{t('inbox.saveChoice')}</Button>
        {left > 0 && <span className="muted">{t('inbox.chooseFirst', { count: left })}</span>}
      </div>
    </>
  )
}
