import { useEffect, useState } from 'react'
import type { Fault } from '@shared/fault'
import type { Output } from '@shared/procedures'
import type { WorldFileName } from '@shared/procedures/world'
import { call } from '../../../bridge/call'
import { errorFault } from '../../../i18n/fault-text'
import { currentLocale, useText } from '../../../i18n/text'
import { projectId } from '../../../stores/app'
import { ownChange, useWorld } from '../../../stores/world'
import { useWorldDrafts } from '../../../stores/world-drafts'

export type Checked = Output<'world.checkFile'>
const restMs = 300

/** The text of schema or calendar as it is written here: the draft, else the file. */
export function useWorldText(file: WorldFileName) {
  const stored = useWorld((s) => s.files?.[file] ?? null)
  const draft = useWorldDrafts((s) => s.texts[file])
  const putText = useWorldDrafts((s) => s.putText)
  const text = draft?.text ?? stored?.text ?? ''
  const changedElsewhere = draft !== undefined && stored !== null && draft.base !== stored.hash
  const type = (next: string) => putText(file, next === stored?.text && !changedElsewhere ? null : { text: next, base: draft ? draft.base : (stored?.hash ?? null) })
  return { stored, text, dirty: draft !== undefined, changedElsewhere, type, drop: () => putText(file, null), rebase: () => { if (draft) putText(file, { text: draft.text, base: stored?.hash ?? null }) } }
}

/** What is wrong with a text and what would come of it, a moment after the last key. */
export function useCheck(file: WorldFileName, text: string, dirty: boolean): { checked: Checked | null; fault: Fault | null; stale: boolean } {
  useText()
  const locale = currentLocale()
  const turn = useWorld((s) => s.turn)
  const [shown, setShown] = useState<{ text: string; /** The world it was checked against. */ turn: number; checked: Checked | null; fault: Fault | null } | null>(null)
  useEffect(() => {
    let wanted = true
    const timer = setTimeout(() => {
      call('world.checkFile', { project: projectId(), file, text, locale }).then(
        (checked) => { if (wanted) setShown({ text, turn, checked, fault: null }) },
        (error: unknown) => { if (wanted) setShown({ text, turn, checked: null, fault: errorFault(error) }) },
      )
    }, dirty ? restMs : 0)
    return () => { wanted = false; clearTimeout(timer) }
  }, [file, text, dirty, turn, locale])
  return { checked: shown?.checked ?? null, fault: shown?.fault ?? null, stale: shown?.text !== text }
}

/** Writes the text if the file is still the one it was written over. */
export async function saveText(file: WorldFileName, text: string, baseHash: string | null): Promise<Fault | null> {
  try {
    await ownChange(async () => {
      await call('world.saveFile', { project: projectId(), file, text, baseHash })
      if (useWorldDrafts.getState().texts[file]?.text === text) useWorldDrafts.getState().putText(file, null)
    })
    return null
  } catch (error) {
    return errorFault(error)
  }
}
