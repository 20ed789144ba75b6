import { isFormDraft, formDraftPath } from '@shared/form-draft'
import { call } from '../bridge/call'
import { shownNovel, useApp } from './app'

/** Unsaved words of one kind of form. Main keeps them in the draft journal, so that they outlive the window and the app (09 §1 Live). */
export interface KeptForm {
  readonly name: string
  /** All of it as one text; null when nothing is unsaved. */
  read(): string | null
  /** Puts back what an earlier run left, under what was typed since. A text it cannot read is left alone. */
  restore(text: string): void
  watch(changed: () => void): () => void
}

const restMs = 400
interface Keeper { /** Resolves when main has all that was typed. */ flush(): Promise<void>; stop(): void }

/** Keeps the forms of the open project, from the moment what an earlier run left is back in them. */
export function keepForms(forms: readonly KeptForm[]): Keeper {
  let project: string | null = null
  /** Read as it was typed: when the project closes, its forms are emptied first. */
  const due = new Map<KeptForm, string | null>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let entering: Promise<void> = Promise.resolve()
  let sent: Promise<unknown> = Promise.resolve()

  const write = (form: KeptForm, text: string | null, to: string): Promise<unknown> => {
    const path = formDraftPath(form.name)
    return (text === null ? call('drafts.drop', { project: to, path }) : call('drafts.put', { project: to, path, text, baseHash: null })).catch(() => undefined)
  }
  const send = (): void => {
    clearTimeout(timer)
    const to = project
    if (to !== null) sent = Promise.all([sent, ...[...due].map(([form, text]) => write(form, text, to))])
    due.clear()
  }
  const flush = async (): Promise<void> => {
    await entering
    send()
    await sent
  }
  const changed = (form: KeptForm) => {
    // The forms are emptied when their project goes; that is no deed of the author.
    if (project === null || shownNovel() !== project) return
    due.set(form, form.read())
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), restMs)
  }
  const enter = async (id: string): Promise<void> => {
    const found = await call('drafts.list', { project: id }).then(({ drafts }) => drafts, () => [])
    if (shownNovel() !== id) return
    for (const form of forms) {
      const kept = found.find(({ path }) => isFormDraft(path) && path === formDraftPath(form.name))
      if (kept) form.restore(kept.text)
    }
    project = id
    // Typed while it was read.
    for (const form of forms) if (form.read() !== null) changed(form)
  }
  const look = (id: string | undefined) => {
    if (id === project) return
    send()
    project = null
    if (id !== undefined) entering = sent.then(() => enter(id))
  }
  const stops = [...forms.map((form) => form.watch(() => changed(form))), useApp.subscribe(({ project: now }, before) => { if (now?.project !== before.project?.project) look(now?.project) })]
  look(shownNovel())
  return { flush, stop: () => { clearTimeout(timer); for (const stop of stops) stop() } }
}
