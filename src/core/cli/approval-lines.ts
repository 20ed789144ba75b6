import type { Approval } from '@shared/approval'
import type { Effect } from '@shared/tool-result'
import { effectLines } from './effect-lines'
import { inLine } from './io'

export const sessionWords = (id: number, profileKey: string | null, title: string | null): string => `session ${id}${profileKey === null ? '' : ` (${profileKey})`}${title === null || title === '' ? '' : ` "${title}"`}`

/** Effects under the line of what would have them. */
export const effectsBelow = (effects: readonly Effect[]): string[] => effects.flatMap(effectLines).map((each) => `  ${each}`)

/** All that the card in the window shows: an approval is of exactly these effects (05 §6). */
export function approvalLines({ id, tool, sessionId, askedBy: { profileKey, sessionTitle, read }, at, reasons, effects }: Approval): string[] {
  return [
    inLine(id, tool, sessionWords(sessionId, profileKey, sessionTitle), at['pending'] ?? ''),
    ...reasons.map(({ code, text }) => `  ${inLine(`${code}: ${text}`)}`),
    ...(read === undefined || read.named.length === 0 ? [] : [`  ${inLine('had read before:', ...read.named.map((one) => `${one.tool} ${one.place}`.trimEnd()), ...(read.more === 0 ? [] : [`and ${read.more} more`]))}`]),
    ...effectsBelow(effects),
  ]
}
