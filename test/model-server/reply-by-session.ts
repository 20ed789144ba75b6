import type { ModelEvent, ModelPort, ModelRequest } from '../../src/core/models/types'
import { scripted, type Script } from './agent-bench'

/** A model that plays a script of its own for every profile, in the order the replies of that profile come. */
export function byProfile(scripts: Record<string, (ModelEvent[] | Script)[]>): ModelPort & { requests: ModelRequest[]; of(profileKey: string): ModelRequest[] } {
  const ports = new Map(Object.entries(scripts).map(([key, replies]) => [key, scripted(replies)]))
  const requests: ModelRequest[] = []
  const base = scripted([])
  return {
    ...base, requests,
    of: (profileKey) => requests.filter((one) => one.hint.profileKey === profileKey),
    stream: (model, request, signal) => {
      requests.push(request)
      return (ports.get(request.hint.profileKey) ?? base).stream(model, request, signal)
    },
  }
}
