import { placeOf, schemeOf } from '@shared/address'

/** A frame as Electron tells it. */
export interface FrameFacts { readonly url: string; readonly origin: string; readonly parent: FrameFacts | null }
export interface RequestFacts { readonly url: string; readonly type: string; readonly frame: FrameFacts | null | undefined }

/** Made inside the page; nothing leaves for them. */
const innerSchemes = new Set(['data:', 'blob:', 'about:'])

/**
 * Whether a page may send a request at all (07 §3). Every address is judged again where it is dialled; this adds what the dialler
 * cannot see: only pages of the private place that the approved navigate named, and framed by nothing else, may ask that place.
 */
export function mayAsk(request: RequestFacts, reach: string | null, naming: boolean): boolean {
  const place = placeOf(request.url)
  if (place === null) return innerSchemes.has(schemeOf(request.url))
  if (reach === null || place !== reach) return true
  if (request.type === 'mainFrame') return naming || (request.frame !== null && request.frame !== undefined && isOf(request.frame, reach))
  const asking = request.type === 'subFrame' ? request.frame?.parent : request.frame
  return asking !== null && asking !== undefined && chain(asking).every((frame) => isOf(frame, reach))
}

/** An opaque origin, as of a sandboxed frame, is of no place. */
const isOf = (frame: FrameFacts, reach: string): boolean => placeOf(frame.origin) === reach

function chain(frame: FrameFacts): FrameFacts[] {
  const out: FrameFacts[] = []
  for (let at: FrameFacts | null = frame; at !== null; at = at.parent) out.push(at)
  return out
}
