import { memo } from 'react'
import { MessagePayload, type Entry, type ToolCall } from '@shared/session'
import { useTranscript } from '../../stores/transcript'
import { AssistantEntry } from './assistant-entry'
import { SentEntry, SummaryMark, SystemEntry } from './system-entry'
import { ToolCard } from './tool-card'
import { UserEntry } from './user-entry'

/** The arguments of a call stand in the assistant's message above its result. */
function argsOf(index: number, callId: string): ToolCall['args'] {
  const { entries } = useTranscript.getState()
  for (let i = index - 1; i >= 0 && i > index - 80; i -= 1) {
    const calls = entries.get(i)?.payload['calls']
    const found = Array.isArray(calls) ? (calls as ToolCall[]).find((c) => c.id === callId) : undefined
    if (found) return found.args
  }
  return {}
}

/** Replies of one turn say once who speaks. */
function goesOn(index: number): boolean {
  const role = useTranscript.getState().entries.get(index - 1)?.payload['role']
  return role === 'assistant' || role === 'toolResult'
}

function Shown({ entry, index }: { entry: Entry; index: number }) {
  if (entry.type === 'custom_message') return <SystemEntry entry={entry} />
  if (entry.type === 'compaction') return <SummaryMark entry={entry} />
  const parsed = MessagePayload.safeParse(entry.payload)
  if (!parsed.success) return null
  const message = parsed.data
  switch (message.role) {
    case 'user': return entry.origin === 'user' ? <UserEntry entry={entry} text={message.text} pictures={message.pictures ?? []} /> : <SentEntry entry={entry} text={message.text} by={entry.origin} job={message.source?.job ?? null} />
    case 'assistant': return <AssistantEntry entry={entry} message={message} goesOn={goesOn(index)} />
    case 'toolResult': return <ToolCard id={entry.id} callId={message.callId} tool={message.tool} args={argsOf(index, message.callId)} result={message.result} state={message.result.status} />
  }
}

/** One place in the conversation; a gap of fixed height until its page is here. */
export const EntryView = memo(function EntryView({ index }: { index: number }) {
  const entry = useTranscript((s) => s.entries.get(index))
  return entry ? <Shown entry={entry} index={index} /> : <div className="entry-gap" />
})
