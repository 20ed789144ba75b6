import { ArrowUp, Clock, ImagePlus, Square } from 'lucide-react'
import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent, type RefObject } from 'react'
import type { Session } from '@shared/session'
import { WorkMode } from '@shared/tool-result'
import { call } from '../../bridge/call'
import { text, useText } from '../../i18n/text'
import { projectId, useApp, useReadOnly } from '../../stores/app'
import { draftKey, draftOf, draftPicturesIn, draftPicturesOf, setDraft, setDraftPictures, useComposer } from '../../stores/composer'
import { useLayout } from '../../stores/layout'
import { useModels } from '../../stores/models'
import { useNewSession } from '../../stores/new-session'
import { attempt, inform } from '../../stores/notices'
import { useSessions } from '../../stores/sessions'
import { useTranscript } from '../../stores/transcript'
import { IconButton } from '../../ui/button'
import { composing } from '../../ui/composing'
import { addPictures, isPicture, removePicture } from './add-pictures'
import { commandOf, type Choice } from './choices'
import { commandIn } from './completion'
import { CompletionList, choiceId, listId } from './completion-list'
import { setWorkMode } from './head-controls'
import { Pictures } from './pictures'
import { askedAlone, sendMessage } from './send-message'
import { UnknownCommand } from './unknown-command'
import { useCompletion, type Completion } from './use-completion'

type How = 'prompt' | 'steer' | 'followup'

const lastOwnWords = (): string => {
  const { entries, total } = useTranscript.getState()
  for (let i = total - 1; i >= 0; i -= 1) { const entry = entries.get(i); if (entry?.payload['role'] === 'user' && entry.origin === 'user') return String(entry.payload['text']) }
  return ''
}

/** The message being written, and what can be done with it now. */
function useMessage() {
  const t = useText()
  const sessionId = useLayout((s) => s.sessionId)
  const session = useSessions((s) => s.list.find((one) => one.id === sessionId)) ?? null
  const readOnly = useReadOnly()
  const key = draftKey(sessionId)
  const draft = useLayout((s) => s.drafts[key] ?? '')
  const pictures = useLayout((s) => draftPicturesIn(s, key))
  const running = session?.status === 'running'
  const asked = useTranscript((s) => askedAlone(s.calls) !== null)
  const approvedRuns = useTranscript((s) => s.calls.some((open) => open.state === 'running'))
  const archived = session?.status === 'archived'
  const [refused, setRefused] = useState<string | null>(null)
  /** Does what the message begins with; only what follows stays in the composer. */
  const run = (choice: Choice) => { setDraft(key, commandIn(draft)?.rest ?? ''); choice.run?.() }
  const send = async (how: How = running ? 'steer' : 'prompt') => {
    const words = draft.trim()
    const command = commandIn(draft)
    const known = command === null ? undefined : commandOf(session, command.id)
    if (known) return run(known)
    if (command) return setRefused(draft)
    const text = words === '' && pictures.length > 0 ? t('sessions.picturesOnly') : words
    if (text === '') return
    setDraft(key, '')
    setDraftPictures(key, [])
    if (await sendMessage(text, how, pictures)) return
    // Not taken: the words come back, before what was typed meanwhile.
    setDraft(key, [words, draftOf(key)].filter((part) => part !== '').join('\n'))
    setDraftPictures(key, [...pictures, ...draftPicturesOf(key)])
  }
  const stop = () => { if (session) void attempt(() => call('sessions.cancel', { project: projectId(), sessionId: session.id })) }
  return { key, draft, pictures, session, running, asked, archived, /** What was not sent for want of such a command, until it is changed. */ unknown: refused === draft ? (commandIn(draft)?.id ?? null) : null, run, off: archived || readOnly, empty: draft.trim() === '' && pictures.length === 0, stoppable: running || asked || approvedRuns, stopsByKey: running || approvedRuns, send, stop }
}
type Message = ReturnType<typeof useMessage>

function cycleMode(session: Session | null): void {
  const modes = WorkMode.options
  const now = session?.workMode ?? useNewSession.getState().workMode
  setWorkMode(session, modes[(modes.indexOf(now) + 1) % modes.length] ?? 'normal')
}

/** Enter sends, Shift+Enter breaks (swappable), never while composing; Shift+Tab cycles the work mode; Esc stops. */
function useKeys(message: Message, completion: Completion) {
  const enterSends = useApp((s) => s.ui?.sendWithEnter ?? true)
  return (event: KeyboardEvent) => {
    if (composing(event) || completion.keys(event)) return
    const enter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey
    const acts: [boolean, () => void][] = [
      [enter && event.shiftKey !== enterSends, () => void message.send()],
      [event.key === 'Tab' && event.shiftKey, () => cycleMode(message.session)],
      [event.key === 'Escape' && message.stopsByKey, message.stop],
      [event.key === 'ArrowUp' && message.draft === '', () => setDraft(message.key, lastOwnWords())],
    ]
    const act = acts.find(([is]) => is)?.[1]
    if (act) { event.preventDefault(); act() }
  }
}

/** Pictures come by a button, pasted or dropped; of other files it is said that they are not taken; words are left to the field. */
function pictureWays(key: string) {
  const take = (event: { preventDefault(): void }, files: FileList | undefined) => {
    const all = [...(files ?? [])]
    if (all.length === 0) return
    const found = all.filter(isPicture)
    event.preventDefault()
    if (found.length < all.length) inform(text('sessions.notPictures', { names: all.filter((file) => !isPicture(file)).map((file) => file.name).join(text('common.listComma')) }))
    void addPictures(key, found)
  }
  return {
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData.files),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer.files),
    onDragOver: (event: DragEvent) => { if ([...event.dataTransfer.items].some((item) => item.kind === 'file')) event.preventDefault() },
  }
}

function Buttons({ message }: { message: Message }) {
  const t = useText()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="composer-buttons">
      <input ref={picker} type="file" hidden multiple accept="image/png,image/jpeg,image/gif,image/webp" data-testid="picture-files" onChange={(event) => { void addPictures(message.key, [...(event.target.files ?? [])]); event.target.value = '' }} />
      {!message.off && <IconButton label={t('sessions.addPicture')} testId="picture-add" onClick={() => picker.current?.click()}><ImagePlus size={16} aria-hidden /></IconButton>}
      {message.running && !message.empty && <IconButton label={t('sessions.later')} testId="send-later" onClick={() => void message.send('followup')}><Clock size={16} aria-hidden /></IconButton>}
      {message.stoppable && <IconButton label={t('sessions.stop')} testId="stop" className="stop" onClick={message.stop}><Square size={14} aria-hidden /></IconButton>}
      <IconButton label={t('sessions.send')} testId="send" className="send" disabled={message.empty || message.off} onClick={() => void message.send()}><ArrowUp size={16} aria-hidden /></IconButton>
    </div>
  )
}

/** The words asked to be written to take the keys. */
function useAskedFocus(area: RefObject<HTMLTextAreaElement | null>): void {
  const focusAsked = useComposer((s) => s.focusAsked)
  useEffect(() => {
    if (!focusAsked) return
    area.current?.focus()
    useComposer.getState().focusTaken()
  }, [focusAsked, area])
}

/** Said before sending: the model that will answer does not see. */
function NotSeen({ session }: { session: Session | null }) {
  const t = useText()
  const { models, fallback } = useModels()
  const fresh = useNewSession((s) => s.model)
  const chosen = models.find((one) => one.id === (session?.model ?? fresh ?? fallback))
  return chosen !== undefined && !chosen.spec.vision ? <p className="entry-note" role="status" data-testid="pictures-not-seen">{t('sessions.picturesWillNotBeSeen')}</p> : null
}

/** Words to the assistant, with commands by `/`, skills by `$`, files by `@`, and pictures (09 §6). */
export function Composer() {
  const t = useText()
  const enterSends = useApp((s) => s.ui?.sendWithEnter ?? true)
  const area = useRef<HTMLTextAreaElement>(null)
  const message = useMessage()
  const { key, draft, pictures, session, asked, running, archived, off, unknown, run } = message
  const completion = useCompletion({ area, text: draft, session, setText: (text) => setDraft(key, text) })
  const keys = useKeys(message, completion)
  useAskedFocus(area)
  const listed = completion.naming !== null && (completion.choices?.length ?? 0) > 0
  return (
    <div className="composer-box" {...pictureWays(key)}>
      <CompletionList completion={completion} />
      {unknown !== null && <UnknownCommand id={unknown} session={session} onPick={(choice) => { run(choice); area.current?.focus() }} />}
      <Pictures pictures={pictures} onRemove={(blob) => removePicture(key, blob)} />
      {pictures.length > 0 && <NotSeen session={session} />}
      <textarea ref={area} className="input composer" data-testid="composer" data-user-content rows={3} aria-label={t('sessions.composer')} title={t(enterSends ? 'sessions.enterSends' : 'sessions.modEnterSends')} disabled={off}
        aria-autocomplete="list" aria-controls={listed ? listId : undefined} aria-activedescendant={listed ? choiceId(completion.at) : undefined}
        placeholder={t(archived ? 'sessions.archived' : asked ? 'sessions.composerAnswer' : running ? 'sessions.composerSteer' : 'sessions.composerHint')} value={draft}
        onChange={(event) => { setDraft(key, event.target.value); completion.look() }} onSelect={completion.look} onKeyDown={keys} />
      <Buttons message={message} />
    </div>
  )
}
