import type { Effect } from '@shared/tool-result'
import { visibleText } from '@shared/visible-text'
import { shown } from '../story/effects'
import { inLine } from './io'

const indented = (text: string): string[] => visibleText(text).trimEnd().split('\n').map((each) => `    ${each}`)
const fieldText = ({ field, from, to }: NonNullable<Effect['fields']>[number]): string => `${field}: ${from === null ? '' : `${shown(from)} → `}${to === null ? 'nothing' : shown(to)}`

/** What a call would do, as lines for a terminal: all that the window's card shows (05 §6), indented below its head so that no text passes for another line. */
export function effectLines({ kind, action, target, resolved, preview, fields = [] }: Effect): string[] {
  // The previews of plan and world are their fields in words.
  const told = preview !== '' && (kind === 'story' || kind === 'world')
  return [
    inLine(`${action} ${kind}`, target, ...(resolved === null || resolved.endsWith(target) ? [] : [`→ ${resolved}`])),
    ...(told ? [] : fields.flatMap((field) => indented(fieldText(field)))),
    ...(preview === '' ? [] : indented(preview)),
  ]
}
