import { Check, CircleAlert, CircleStop, Hand, LoaderCircle } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import type { StoryOutline } from '@shared/procedures/story'
import type { CallStage } from '@shared/session'
import type { Effect, ToolResult } from '@shared/tool-result'
import { call } from '../../bridge/call'
import { chapterOf } from '../../editor-core/reading-order'
import { isMessageKey } from '@shared/i18n'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useLayout } from '../../stores/layout'
import { attempt } from '../../stores/notices'
import { useStory } from '../../stores/story'
import { useTranscript } from '../../stores/transcript'
import { Button } from '../../ui/button'
import { OriginalWords } from '../../ui/original-words'
import { DiffText, Effects } from '../approvals/effects'
import { visibleText } from '@shared/visible-text'
import { isOwnName, toolName } from '../tools/words'
import { AnsweredQuestions } from './answered'
import { endedKey, isIdle, stateKey, type CardState } from './call-state'
import { OutsideWrite } from './outside-write'
import { PagePicture } from './page-picture'
import { PopCards } from './pop-cards'

interface Props { id: string; callId: string; tool: string; args: Record<string, unknown>; result: ToolResult | null; state: CardState; stage?: CallStage | null; /** What a call that waits for approval would do. */ effects?: readonly Effect[]; onSee?: () => void }

const icons = { ok: Check, fail: CircleAlert, denied: Hand, needs_approval: Hand, approval: Hand, question: Hand, running: LoaderCircle } as const
/** Arguments that name things for the program only. */
const handles = /^(id|.*Id|action|status|view|.*[mM]ode)$/
/** What the call is about: a chapter by its title, a file by its path, else the first short text in its arguments. */
const target = (args: Record<string, unknown>, outline: StoryOutline | null): string => {
  const path = args['path'] ?? args['file_path']
  if (typeof path === 'string') return chapterOf(outline, path)?.title ?? path
  const words = Object.entries(args).find(([key, value]) => typeof value === 'string' && value.length < 80 && !handles.test(key))?.[1]
  return String(args['title'] ?? args['name'] ?? words ?? '')
}
/** A failure is written for the model: its code and its advice are nothing to the author. */
const forAuthor = (content: string): string => content.replace(/^\[FAIL\] [A-Z0-9_]+: /, '').replace(' Do not retry; explain, or ask for a mode.', '')
const diffOf = (result: ToolResult): string => { const diff = result.details['diff']; return typeof diff === 'string' ? diff : '' }

function Result({ result, callId }: { result: ToolResult; callId: string }) {
  const t = useText()
  const sessionId = useTranscript((s) => s.sessionId)
  const [full, setFull] = useState<string | null>(null)
  const ended = endedKey(result)
  const cut = result.truncated !== null || result.content.endsWith('…')
  const showAll = async () => {
    if (sessionId === null) return
    const got = await attempt(() => call('sessions.result', { project: projectId(), sessionId, callId }))
    if (got) setFull(got.text)
  }
  return (
    <>
      {ended !== null ? <><p>{t(ended)}</p><OriginalWords words={visibleText(result.content)} /></> : <pre data-user-content>{visibleText(forAuthor(full ?? result.content))}</pre>}
      {cut && full === null && <Button size="small" onClick={() => void showAll()}>{t('sessions.toolFull')}</Button>}
    </>
  )
}

function Changes({ result, callId }: { result: ToolResult; callId: string }) {
  const t = useText()
  const openText = useLayout((s) => s.openText)
  const sessionId = useTranscript((s) => s.sessionId)
  const [whole, setWhole] = useState<ToolResult | null>(null)
  if (result.changes.length === 0) return <p className="muted">{t('sessions.toolNoChanges')}</p>
  const diff = diffOf(whole ?? result)
  // A page leaves long diffs out; this one is then asked for by itself.
  const left = diff === '' && whole === null && result.status === 'ok' && result.changes.some((change) => change.kind === 'file')
  const showDiff = async () => {
    if (sessionId === null) return
    const got = await attempt(() => call('sessions.result', { project: projectId(), sessionId, callId }))
    if (got) setWhole(got.result)
  }
  return (
    <>
      <ul className="card-changes">{result.changes.map((change, i) => (
        <li key={i}><span className="ellipsis" data-user-content>{change.target}</span>{change.kind === 'file' && change.after !== null && <Button size="small" onClick={() => openText(change.target)}>{t('sessions.toolOpen')}</Button>}</li>
      ))}</ul>
      {diff !== '' && <DiffText text={diff} />}
      {left && <Button size="small" onClick={() => void showDiff()}>{t('sessions.toolDiff')}</Button>}
    </>
  )
}

function Body({ args, result, callId, effects }: Pick<Props, 'args' | 'result' | 'callId' | 'effects'>) {
  const t = useText()
  const changes = (result?.changes.length ?? 0) > 0 || effects !== undefined
  return (
    <Tabs.Root defaultValue={changes ? 'changes' : result ? 'result' : 'input'} className="card-body">
      <Tabs.List className="card-tabs">
        <Tabs.Trigger value="input">{t('sessions.toolInput')}</Tabs.Trigger>
        {result && <Tabs.Trigger value="result">{t('sessions.toolResult')}</Tabs.Trigger>}
        {(result || effects) && <Tabs.Trigger value="changes">{t('sessions.toolChanges')}</Tabs.Trigger>}
      </Tabs.List>
      <Tabs.Content value="input" data-testid="tool-card-input"><pre data-user-content>{visibleText(JSON.stringify(args, null, 2))}</pre></Tabs.Content>
      {result && <Tabs.Content value="result" data-testid="tool-card-result"><Result result={result} callId={callId} /></Tabs.Content>}
      {(result || effects) && <Tabs.Content value="changes" data-testid="tool-card-changes">{result ? <Changes result={result} callId={callId} /> : <Effects effects={effects ?? []} />}</Tabs.Content>}
    </Tabs.Root>
  )
}

/** A write that left the novel names where it wanted to. */
function useOutside(result: ToolResult | null): { sessionId: number; path: string } | null {
  const sessionId = useTranscript((s) => s.sessionId)
  const path = result?.code === 'PATH_OUTSIDE' ? result.details['outside'] : undefined
  return sessionId !== null && typeof path === 'string' ? { sessionId, path } : null
}

/** What a running call is at, in the window's words where there are some, then how far and at what. */
function Stage({ stage: { name, done, total, note } }: { stage: CallStage }) {
  const t = useText()
  const key = `sessions.stage.${name}`
  return (
    <>
      {isMessageKey(key) ? <span>{t(key)}</span> : <span data-user-content>{visibleText(name)}</span>}
      {done !== null && <span> {total === null ? done : `${done}/${total}`}</span>}
      {note !== null && <span data-user-content> · {visibleText(note)}</span>}
    </>
  )
}

/** One call: what it did, to what, how it went; the rest on demand. */
export function ToolCard({ id, callId, tool, args, result, state, stage, effects, onSee }: Props) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const outline = useStory((s) => s.outline)
  const outside = useOutside(result)
  const Icon = isIdle(result?.code) ? CircleStop : icons[state]
  return (
    <div className="tool-card" data-testid="tool-card" data-id={id} data-tool={tool} data-state={state} data-code={result?.code ?? undefined} data-idle={isIdle(result?.code) || undefined}>
      <div className="card-line">
        <button type="button" className="card-head" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon size={14} aria-hidden className="card-icon" />
          <span className="card-name" data-user-content={isOwnName(tool) ? '' : undefined}>{toolName(t, tool)}</span>
          <span className="ellipsis muted" data-user-content>{visibleText(target(args, outline))}</span>
          {!onSee && <span className="card-state">{stage ? <Stage stage={stage} /> : t(stateKey(state, result?.code))}</span>}
        </button>
        {onSee && <Button size="small" onClick={onSee}>{t('sessions.seeApproval')}</Button>}
      </div>
      {outside !== null && <OutsideWrite sessionId={outside.sessionId} path={outside.path} />}
      {result !== null && (tool === 'request_user_input' || tool === 'AskUserQuestion') && <AnsweredQuestions args={args} result={result} />}
      {result !== null && tool === 'Pop' && <PopCards result={result} />}
      {result?.details['screenshot'] !== undefined && <PagePicture result={result} />}
      {open && <Body args={args} result={result} callId={callId} {...(effects ? { effects } : {})} />}
    </div>
  )
}
