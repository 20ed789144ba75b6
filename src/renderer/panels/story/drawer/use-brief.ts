import { useEffect, useState } from 'react'
import type { Fault } from '@shared/fault'
import type { Output } from '@shared/procedures'
import type { BriefMode } from '@shared/story-ledgers'
import { call } from '../../../bridge/call'
import { onEvent, onResync } from '../../../bridge/event-stream'
import { errorFault } from '../../../i18n/fault-text'
import { projectId, useApp } from '../../../stores/app'

type Brief = Output<'story.brief'>

/** The writer's brief of a chapter, read again whenever the story changes; the last answer stays until the next. */
export function useBrief(chapterId: string, mode: BriefMode): { brief: Brief | null; fault: Fault | null } {
  const [answer, setAnswer] = useState<{ brief: Brief | null; fault: Fault | null }>({ brief: null, fault: null })
  useEffect(() => {
    let asked = 0
    let gone = false
    const load = () => {
      if (!useApp.getState().project) return
      const mine = (asked += 1)
      const show = (next: { brief: Brief | null; fault: Fault | null }) => { if (!gone && mine === asked) setAnswer(next) }
      call('story.brief', { project: projectId(), chapterId, mode }).then((brief) => show({ brief, fault: null })).catch((error: unknown) => show({ brief: null, fault: errorFault(error) }))
    }
    load()
    const stops = [onEvent('story.changed', load), onEvent('trash.changed', load), onResync(load)]
    return () => {
      gone = true
      for (const stop of stops) stop()
    }
  }, [chapterId, mode])
  return answer.brief && (answer.brief.chapterId !== chapterId || answer.brief.mode !== mode) ? { brief: null, fault: null } : answer
}
