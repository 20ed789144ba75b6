import { z } from 'zod'
import { ApprovalPolicy, PermissionMode, Risk, WorkMode, WriteMode } from './tool-result'

export const Locale = z.enum(['zh-CN', 'en'])
export type Locale = z.infer<typeof Locale>
export const Theme = z.enum(['light', 'dark', 'paper', 'system', 'contrast'])
export type Theme = z.infer<typeof Theme>

export const Price = z.strictObject({ currency: z.string(), per: z.number().positive(), input: z.number(), cachedInput: z.number().optional(), output: z.number() })
export const ModelSpec = z.strictObject({
  context: z.number().int().positive(), maxOutput: z.number().int().positive(), tools: z.boolean().default(true), parallelTools: z.boolean().default(true),
  vision: z.boolean().default(false), reasoning: z.string().default('none'), structured: z.boolean().default(false), cache: z.string().default('auto'), price: Price.optional(),
})
export type ModelSpec = z.infer<typeof ModelSpec>
export const ProviderKind = z.enum(['openai-compatible', 'openai', 'anthropic', 'google', 'demo'])
/** Providers of these kinds can turn texts into vectors (03 §9). */
export const embeddingKinds = ['openai-compatible', 'openai', 'google'] as const satisfies readonly z.infer<typeof ProviderKind>[]
export type EmbeddingKind = (typeof embeddingKinds)[number]
export const isEmbeddingKind = (kind: z.infer<typeof ProviderKind>): kind is EmbeddingKind => embeddingKinds.some((one) => one === kind)
export const ProviderSpec = z.strictObject({
  kind: ProviderKind, baseURL: z.url().optional(), key: z.string().regex(/^keychain:[a-z0-9_-]{1,32}$/).optional(),
  timeoutMs: z.number().int().positive().default(600_000), headers: z.record(z.string(), z.string()).optional(), models: z.record(z.string(), ModelSpec),
})
export type ProviderSpec = z.infer<typeof ProviderSpec>
export const ModelsConfig = z.strictObject({
  default: z.string().nullable().default(null), small: z.string().nullable().default(null),
  /** `provider/model` that turns texts into vectors for search by meaning; any model the provider has, listed or not. */
  embedding: z.string().regex(/^[a-z0-9_-]{1,32}\/.+$/).nullable().default(null),
  visible: z.array(z.strictObject({ model: z.string(), note: z.string().optional() })).default([]),
  providers: z.record(z.string().regex(/^[a-z0-9_-]{1,32}$/), ProviderSpec).default({}),
})
export type ModelsConfig = z.infer<typeof ModelsConfig>

const ui = {
  language: Locale.nullable(), theme: Theme, fontFamily: z.string().nullable(), fontSize: z.number().min(10).max(40), lineHeight: z.number().min(1.2).max(3),
  /** Width of the text column, in 字 (zh) or characters (en); null = 38 / 70 (09 §5). */
  textWidth: z.number().min(20).max(140).nullable(),
  punctuation: z.boolean().nullable(), quoteStyle: z.enum(['curly', 'corner']), typewriter: z.boolean(), dimming: z.boolean(), sendWithEnter: z.boolean(),
  /** System notifications while the window has not the focus (09 §18). */ notifications: z.boolean(),
}

/** What the window looks like; the author's own, per machine. */
export const UiSettings = z.strictObject({
  language: ui.language.default(null), theme: ui.theme.default('system'), fontFamily: ui.fontFamily.default(null), fontSize: ui.fontSize.default(18),
  lineHeight: ui.lineHeight.default(1.9), textWidth: ui.textWidth.default(null), punctuation: ui.punctuation.default(null), quoteStyle: ui.quoteStyle.default('curly'),
  typewriter: ui.typewriter.default(false), dimming: ui.dimming.default(false), sendWithEnter: ui.sendWithEnter.default(true), notifications: ui.notifications.default(true),
})
export type UiSettings = z.infer<typeof UiSettings>

/** Some of it changed. Built from the fields without their defaults: a partial of the whole would fill in what was not sent. */
export const UiChange = z.strictObject(ui).partial()
export type UiChange = z.infer<typeof UiChange>

/** A command the author allows without asking (06 §9 "Own rules"): a program found in the PATH, never a path. `subcommand` null: no word may follow. */
export const ShellRule = z.strictObject({
  program: z.string().regex(/^[^\s/\\\p{Cc}]{1,200}$/u, 'program must be a name without a path'), subcommand: z.string().min(1).max(200).nullable().optional(), label: z.string().max(200).optional(),
})
export const ShellMode = z.enum(['off', 'allowlist'])

/** A search engine of the web; its key is `keychain:<kind>` unless named otherwise (07 §2). */
export const SearchProvider = z.strictObject({ kind: z.enum(['tavily', 'brave']), key: z.string().regex(/^keychain:[a-z0-9_-]{1,32}$/).optional(), baseURL: z.url().optional() })
export type SearchProvider = z.infer<typeof SearchProvider>
/** What may be spent before the author is asked: money of models priced in the currency, tokens of every model. null: no limit. */
export const Limit = z.strictObject({ cost: z.number().positive().nullable().default(null), tokens: z.number().int().positive().nullable().default(null) })
const noLimit = { cost: null, tokens: null }
export const BudgetScope = z.enum(['run', 'session', 'project', 'day'])
export type BudgetScope = z.infer<typeof BudgetScope>
/** Per run, per conversation with all its helpers, per project and per day of it (04 §13). */
export const Budgets = z.strictObject({ currency: z.string().min(1).max(8).default('CNY'), run: Limit.default(noLimit), session: Limit.default(noLimit), project: Limit.default(noLimit), day: Limit.default(noLimit) })
export type Budgets = z.infer<typeof Budgets>

/** What a profile may do, tightened; a looser value than another layer's has no effect (04 §1, 05 §5). */
export const ProfileGates = z.strictObject({
  ask: z.array(z.string()).optional(), deny: z.array(z.string()).optional(), maxRisk: Risk.optional(), writeGlobs: z.array(z.string()).optional(), workMode: WorkMode.optional(), permission: PermissionMode.optional(),
})
export type ProfileGates = z.infer<typeof ProfileGates>
/** How long a model thinks before it answers, where it can. */
export const Thinking = z.enum(['none', 'minimal', 'low', 'medium', 'high'])
export type Thinking = z.infer<typeof Thinking>
/** When conversations are summarised, in tokens; a field that is not there is the pack's own, whose shares of the window bind it in any case (04 §7). */
export const Compaction = z.strictObject({
  /** Kept free: the window less this much is the point to summarise at. */ reserve: z.number().int().min(1_000).max(1_000_000).optional(),
  /** Of the newest, word for word. */ keep: z.number().int().min(1_000).max(1_000_000).optional(),
})
export type Compaction = z.infer<typeof Compaction>
export const Summarizer = z.strictObject({ model: z.string().optional() })
/** Run defaults over what a profile's file says (04 §1); a field that is not there leaves it. */
export const ProfileSettings = z.strictObject({
  model: z.string().nullable().optional(), temperature: z.number().min(0).max(2).optional(), thinking: Thinking.optional(), maxSteps: z.number().int().min(1).max(200).optional(),
  compaction: Compaction.optional(), summarizer: Summarizer.optional(), gates: ProfileGates.optional(),
})
export type ProfileSettings = z.infer<typeof ProfileSettings>
const byProfile = { /** For every profile. */ common: ProfileSettings.optional(), /** By key, over `common`. */ profiles: z.record(z.string(), ProfileSettings).optional() }

/** `~/.wenqu/config.json`; unknown keys are kept (later features own them). */
export const GlobalConfig = z.looseObject({
  ui: UiSettings.default(UiSettings.parse({})),
  models: ModelsConfig.default(ModelsConfig.parse({})),
  /** Folders outside every project that tools may read (06 §1.1). */
  read_roots: z.array(z.string()).optional(),
  agents: z.looseObject({ permissionMode: PermissionMode.optional(), writeMode: WriteMode.optional(), ...byProfile }).default({}),
  budgets: Budgets.default(Budgets.parse({})),
  shell: z.looseObject({ mode: ShellMode.default('allowlist'), allowlist: z.array(ShellRule).default([]) }).default({ mode: 'allowlist', allowlist: [] }),
  /** Asked in this order, the next on failure. */
  search: z.looseObject({ providers: z.array(SearchProvider).default([{ kind: 'tavily' }, { kind: 'brave' }]) }).default({ providers: [{ kind: 'tavily' }, { kind: 'brave' }] }),
  /** The author's companion service for rankings of web novels (07 §2). */
  novelData: z.looseObject({ baseURL: z.url().default('http://localhost:3000') }).default({ baseURL: 'http://localhost:3000' }),
  /** Skills that are switched off, by id (07 §7). */
  skills: z.looseObject({ off: z.array(z.string()).default([]) }).default({ off: [] }),
  /** MCP servers of every project (07 §8); each entry is read by itself, so that a wrong one switches off only itself. */
  mcp: z.array(z.unknown()).default([]),
  /** Agents read and search memory, and write none (07 §4). */
  memory_read_only: z.boolean().default(false),
})
export type GlobalConfig = z.infer<typeof GlobalConfig>

/** `.nbook/config.json`: may tighten, never loosen, and names only configured models (05 §5, 04 §8). */
export const ProjectConfig = z.looseObject({
  approvals: ApprovalPolicy.default('author'),
  models: z.strictObject({ default: z.string().nullable().default(null) }).default({ default: null }),
  /** The stricter of these and the author's own counts; in the author's currency. */
  budgets: z.strictObject({ run: Limit.optional(), session: Limit.optional(), project: Limit.optional(), day: Limit.optional() }).optional(),
  /** Over the author's own settings of agents; gates only tighten. */
  agents: z.looseObject(byProfile).optional(),
  /** MCP servers of this project; they count only while it is trusted (07 §8). */
  mcp: z.array(z.unknown()).default([]),
})
export type ProjectConfig = z.infer<typeof ProjectConfig>
