import type { MessageKey } from '@shared/i18n'
import type { ModelSpec, ProviderSpec } from '@shared/settings'

export const serviceKinds = ['openai-compatible', 'openai', 'anthropic', 'google'] as const
export interface ModelDraft { model: string; context: string; maxOutput: string; input: string; output: string; currency: string }
export interface ServiceDraft extends ModelDraft { name: string; kind: (typeof serviceKinds)[number]; baseURL: string }
export type DraftField = Exclude<keyof ServiceDraft, 'kind'>
/** What is wrong, by field; nothing: it can be saved. */
export type DraftFaults = { readonly [F in DraftField]?: MessageKey }

export const emptyModel: ModelDraft = { model: '', context: '65536', maxOutput: '8192', input: '', output: '', currency: 'CNY' }
export const emptyService: ServiceDraft = { ...emptyModel, name: '', kind: 'openai-compatible', baseURL: '' }

const isCount = (typed: string): boolean => /^[1-9]\d{0,9}$/.test(typed.trim())
const isPrice = (typed: string): boolean => typed.trim() !== '' && Number(typed) >= 0
const isWebAddress = (typed: string): boolean => /^https?:\/\//i.test(typed) && URL.canParse(typed)

function priceFault(own: string, other: string): MessageKey | undefined {
  if (own.trim() === '') return other.trim() === '' ? undefined : 'settings.wrong.bothPrices'
  return isPrice(own) ? undefined : 'settings.wrong.price'
}

/** A fault only where there is one: the form asks for the first field that has it. */
const present = (faults: Partial<Record<DraftField, MessageKey | undefined>>): DraftFaults => Object.fromEntries(Object.entries(faults).flatMap(([field, key]) => (key === undefined ? [] : [[field, key] as const])))

function modelWrong(draft: ModelDraft, taken: readonly string[]): Partial<Record<DraftField, MessageKey | undefined>> {
  const model = draft.model.trim()
  return {
    model: model === '' ? 'settings.wrong.empty' : taken.includes(model) ? 'settings.wrong.modelTaken' : undefined,
    context: isCount(draft.context) ? undefined : 'settings.wrong.count', maxOutput: isCount(draft.maxOutput) ? undefined : 'settings.wrong.count',
    input: priceFault(draft.input, draft.output), output: priceFault(draft.output, draft.input),
    currency: /^\S{1,8}$/u.test(draft.currency.trim()) ? undefined : 'settings.wrong.currency',
  }
}

/** What keeps a model from being added to a service that has `taken`. */
export const modelFaults = (draft: ModelDraft, taken: readonly string[]): DraftFaults => present(modelWrong(draft, taken))

function nameWrong(name: string, taken: readonly string[]): MessageKey | undefined {
  if (name === '') return 'settings.wrong.empty'
  if (!/^[a-z0-9_-]{1,32}$/.test(name)) return 'settings.wrong.name'
  return taken.includes(name) || name === 'demo' ? 'settings.wrong.nameTaken' : undefined
}

function addressWrong({ kind, baseURL }: ServiceDraft): MessageKey | undefined {
  const typed = baseURL.trim()
  if (typed === '') return kind === 'openai-compatible' ? 'settings.wrong.addressNeeded' : undefined
  return isWebAddress(typed) ? undefined : 'settings.wrong.address'
}

/** What keeps a service with its first model from being added beside those that are there. */
export const serviceFaults = (draft: ServiceDraft, taken: readonly string[]): DraftFaults => present({ name: nameWrong(draft.name.trim(), taken), baseURL: addressWrong(draft), ...modelWrong(draft, []) })

/** The model a draft without faults means. */
export const modelOf = (d: ModelDraft): ModelSpec => ({
  context: Number(d.context), maxOutput: Number(d.maxOutput), tools: true, parallelTools: true, vision: false, reasoning: 'none', structured: false, cache: 'auto',
  ...(d.input.trim() === '' || d.output.trim() === '' ? {} : { price: { currency: d.currency.trim().toUpperCase(), per: 1_000_000, input: Number(d.input), output: Number(d.output) } }),
})

/** The service a draft without faults means; its key is kept under its own name. */
export const serviceOf = (d: ServiceDraft): ProviderSpec => ({
  kind: d.kind, key: `keychain:${d.name.trim()}`, timeoutMs: 600_000, ...(d.baseURL.trim() === '' ? {} : { baseURL: d.baseURL.trim() }), models: { [d.model.trim()]: modelOf(d) },
})
