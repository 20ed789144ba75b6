import type { Problems } from '../file-problems'
import { calendarTexts } from './calendar-texts'
import { readForm } from './pattern'
import type { Form, Token } from './tokens'

/** A format as it stands in the file. */
export interface FormatText { readonly text: string; readonly line: number; readonly key: string }
export interface FormEra { readonly name: string; readonly hasStart: boolean; readonly hasEnd: boolean; readonly own: FormatText | null }
export interface FormPlan {
  readonly format: FormatText
  readonly tokens: ReadonlyMap<string, Token>
  readonly eras: readonly FormEra[]
  /** Tokens from the year to the finest, alternatives together; the first `dateLevels` of them are replaced by a count of days. */
  readonly levels: readonly (readonly string[])[]
  readonly dateLevels: number
}

/** One form for each era; null after a problem. */
export function readForms(plan: FormPlan, problems: Problems): Form[] | null {
  const forms = plan.eras.map((era) => checkedForm(plan, era, problems))
  const seen = new Map<string, string>()
  forms.forEach((form, i) => {
    const name = plan.eras[i]?.name ?? ''
    const other = form === null ? undefined : seen.get(form.signature)
    if (other !== undefined) problems.add(plan.format.line, plan.format.key, calendarTexts.alike(other, name))
    else if (form !== null) seen.set(form.signature, name)
  })
  return problems.some ? null : forms.filter((form) => form !== null)
}

function checkedForm(plan: FormPlan, era: FormEra, problems: Problems): Form | null {
  const { text, line, key } = era.own ?? plan.format
  const { form, unknown, broken } = readForm(text, plan.tokens, era.name)
  const known = problems.list.length
  const once = (said: ReturnType<typeof calendarTexts.brace>): void => {
    if (!problems.list.some((problem) => problem.line === line && problem.said.en[0] === said.en[0])) problems.add(line, key, said)
  }
  if (broken) once(calendarTexts.brace())
  for (const name of unknown) once(calendarTexts.token(name, ['era', ...plan.tokens.keys()]))
  if (broken || unknown.length > 0) return null
  if (form.tokens.has('daysLeft') && !era.hasEnd) once(calendarTexts.noNext())
  if (form.tokens.has('dayNumber') && !era.hasStart) once(calendarTexts.noStart())
  const gap = gapOf(plan, form)
  if (gap !== null) once(gap)
  return problems.list.length > known ? null : form
}

/** Whatever is printed needs all that is coarser, or no text could be read back. */
function gapOf({ levels, dateLevels }: FormPlan, { tokens }: Form): ReturnType<typeof calendarTexts.gap> | null {
  const counted = tokens.has('daysLeft') || tokens.has('dayNumber')
  const has = (level: readonly string[]): boolean => level.some((name) => tokens.has(name))
  if (!counted && !has(levels[0] ?? [])) return calendarTexts.noYear()
  const finest = levels.findLastIndex(has)
  const fine = levels[finest]?.find((name) => tokens.has(name)) ?? ''
  const gap = levels.slice(0, Math.max(0, finest)).find((level, i) => !has(level) && !(counted && (i < dateLevels)))
  return gap === undefined ? null : calendarTexts.gap(fine, gap)
}
