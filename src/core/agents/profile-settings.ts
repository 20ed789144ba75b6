import type { ProfileGates, ProfileSettings } from '@shared/settings'
import type { Profile } from './types'

/** The `agents` part of one settings file. */
export interface AgentSettings { common?: ProfileSettings | undefined; profiles?: Record<string, ProfileSettings> | undefined }

const RISKS = ['low', 'medium', 'high'] as const
/** Strictest first (05 §1). */
const MODES = ['discuss', 'plan', 'normal'] as const
const PERMISSIONS = ['default', 'acceptEdits', 'bypassPermissions'] as const

function strictest<T extends string>(order: readonly T[], ...values: (T | undefined)[]): T | undefined {
  return order.find((one) => values.includes(one))
}

/** A profile under the author's settings, low to high: `common`, then its own, of each file in turn (04 §1). Gates only tighten. */
export function withSettings(profile: Profile, files: readonly AgentSettings[]): Profile {
  const layers = files.flatMap(({ common, profiles }) => [common, profiles?.[profile.key]]).filter((layer) => layer !== undefined)
  return layers.reduce(withLayer, profile)
}

function withLayer(profile: Profile, layer: ProfileSettings): Profile {
  const { model, temperature, thinking, maxSteps, compaction, summarizer, gates } = layer
  return {
    ...profile,
    ...(model === undefined ? {} : { model }), ...(temperature === undefined ? {} : { temperature }), ...(thinking === undefined ? {} : { thinking }), ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(compaction === undefined ? {} : { compaction: { ...profile.compaction, ...compaction } }),
    ...(summarizer?.model === undefined ? {} : { summarizer: summarizer.model }), ...(gates === undefined ? {} : { gates: tightened(profile.gates, gates) }),
  }
}

function tightened(own: Profile['gates'], more: ProfileGates): Profile['gates'] {
  const maxRisk = strictest(RISKS, own.maxRisk, more.maxRisk)
  const workMode = strictest(MODES, own.workMode, more.workMode)
  const permission = strictest(PERMISSIONS, own.permission, more.permission)
  const globs = more.writeGlobs ?? []
  return {
    ask: [...new Set([...own.ask, ...(more.ask ?? [])])], deny: [...new Set([...own.deny, ...(more.deny ?? [])])],
    writeGlobs: own.writeGlobs.length === 0 ? globs : own.writeGlobs, ...(own.writeGlobs.length > 0 && globs.length > 0 ? { alsoWithin: [...(own.alsoWithin ?? []), globs] } : own.alsoWithin ? { alsoWithin: own.alsoWithin } : {}),
    ...(maxRisk === undefined ? {} : { maxRisk }), ...(workMode === undefined ? {} : { workMode }), ...(permission === undefined ? {} : { permission }),
  }
}
