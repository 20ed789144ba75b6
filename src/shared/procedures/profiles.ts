import { z } from 'zod'
import { FaultSchema } from '../fault'
import { Locale, ProfileGates, ProfileSettings, Thinking } from '../settings'
import { human, open } from './procedure'

const inProject = { project: z.string() }
const Key = z.string().min(1).max(48)
const done = z.object({})

export const ProfileLayer = z.enum(['product', 'global', 'project'])
export type ProfileLayer = z.infer<typeof ProfileLayer>
const OwnLayer = ProfileLayer.exclude(['product'])

/** A file of one layer and what becomes of it (04 §1). `diff`: what changed since the author enabled it. */
export const ProfileFile = z.object({
  layer: ProfileLayer, path: z.string(), text: z.string(), hash: z.string(), standing: z.enum(['used', 'replaced', 'untrusted', 'needs_review', 'broken']), fault: FaultSchema.nullable(), /** Names no tool has: in `tools` they do nothing, in `gates` they bar nothing. */ unknown: z.array(z.string()), unknownRules: z.array(z.string()), enabled: z.boolean(), diff: z.string().nullable(),
})
export type ProfileFile = z.infer<typeof ProfileFile>

/** What a session started now would be given; gates already tightened by the settings. */
export const EffectiveProfile = z.object({
  name: z.string(), description: z.string(), pack: z.string(), creationMode: z.string(), layer: ProfileLayer, tools: z.array(z.string()), mcp: z.array(z.string()), skills: z.array(z.string()).nullable(),
  gates: ProfileGates, model: z.string().nullable(), temperature: z.number().nullable(), thinking: Thinking.nullable(), maxSteps: z.number(), initial: z.unknown(), payload: z.unknown(), output: z.unknown(), body: z.string(),
})
export const ProfileOverviewRow = z.object({ key: z.string(), name: z.string(), description: z.string(), /** The layer that counts; null: its file is broken. */ layer: ProfileLayer.nullable(), creationMode: z.string().nullable(), /** A file of a project that does not count, and why. */ waits: z.enum(['untrusted', 'needs_review']).nullable() })
export type ProfileOverviewRow = z.infer<typeof ProfileOverviewRow>
const Settings = z.object({ common: ProfileSettings.optional(), profiles: z.record(z.string(), ProfileSettings).optional() })

export const profileProcedures = {
  'profiles.overview': open('Every profile with the layer that counts, and the run settings of both settings files.', z.strictObject({ ...inProject, lang: Locale.optional() }), z.object({ profiles: z.array(ProfileOverviewRow), settings: z.object({ global: Settings, project: Settings }), trusted: z.boolean() })),
  'profiles.show': open('One profile: what counts now, and its file in each layer.', z.strictObject({ ...inProject, key: Key, lang: Locale.optional() }), z.object({ key: z.string(), effective: EffectiveProfile.nullable(), fault: FaultSchema.nullable(), files: z.array(ProfileFile) })),
  'profiles.check': open('What is wrong with a text in the place of a profile\'s file, and names in it that no tool has. Nothing is written.', z.strictObject({ ...inProject, layer: OwnLayer, key: Key, text: z.string().max(300_000) }), z.object({ fault: FaultSchema.nullable(), unknown: z.array(z.string()), unknownRules: z.array(z.string()) })),
  'profiles.save': human('Writes a profile of the author\'s if its file still has `baseHash` (null: there was none); `enable`: a project\'s counts at once.', z.strictObject({ ...inProject, layer: OwnLayer, key: Key, text: z.string().max(300_000), baseHash: z.string().nullable(), enable: z.boolean() }), z.object({ hash: z.string() })),
  'profiles.enable': human('Lets a project\'s profile with exactly this content count.', z.strictObject({ ...inProject, key: Key, hash: z.string() }), done),
  'profiles.disable': human('Takes that back; the layer below counts.', z.strictObject({ ...inProject, key: Key }), done),
  'profiles.setAside': human('Renames a profile\'s file so that the layer below counts; nothing is deleted.', z.strictObject({ ...inProject, layer: OwnLayer, key: Key }), z.object({ name: z.string() })),
  'profiles.setSettings': human('Sets the run settings of one profile (`key` null: of all) in the author\'s or the project\'s settings; null takes them out.', z.strictObject({ ...inProject, layer: OwnLayer, key: Key.nullable(), settings: ProfileSettings.nullable() }), done),
} as const
