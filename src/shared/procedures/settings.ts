import { z } from 'zod'
import { Budgets, GlobalConfig, ModelsConfig, ModelSpec, ProviderSpec, UiChange, UiSettings } from '../settings'
import { Checked, human, open } from './procedure'

const nothing = z.strictObject({})
const done = z.object({})

export const ModelRow = z.object({ id: z.string(), provider: z.string(), name: z.string(), spec: ModelSpec, keySet: z.boolean(), isDefault: z.boolean(), isSmall: z.boolean() })

const ofProvider = { provider: z.string().min(1).max(32) }
/** Where a model is named: the author's choices, kinds of assistants by key, and how many conversations of the open novels. */
export const ModelUses = z.object({ default: z.boolean(), small: z.boolean(), embedding: z.boolean(), profiles: z.array(z.string()), novels: z.array(z.string()), conversations: z.number() })
export type ModelUses = z.infer<typeof ModelUses>

export const settingsProcedures = {
  'settings.get': open('The global settings; `error` says why the file on disk is not used.', nothing, z.object({ config: GlobalConfig, error: z.string().nullable(), sources: z.record(z.string(), z.enum(['product', 'global', 'project'])) })),
  'settings.setUi': human('Changes how the window looks.', UiChange, UiSettings),
  'settings.setProvider': human('Adds or replaces a model provider; `isNew`: a used name is refused.', z.strictObject({ name: z.string().regex(/^[a-z0-9_-]{1,32}$/), spec: ProviderSpec, isNew: z.boolean().optional() }), done),
  'settings.addModel': human('Adds a model to a provider that is there; a used name is refused.', z.strictObject({ ...ofProvider, model: z.string().trim().min(1).max(200), spec: ModelSpec }), done),
  'settings.removeModel': human('Removes one model; choices that named it are empty then.', z.strictObject({ ...ofProvider, model: z.string() }), done),
  'settings.removeProvider': human('Removes a model provider.', z.strictObject({ name: z.string() }), done),
  'settings.setModels': human('Chooses the default, small, embedding and visible models.', z.strictObject({ default: z.string().nullable().optional(), small: z.string().nullable().optional(), embedding: ModelsConfig.shape.embedding.unwrap().optional(), visible: z.array(z.strictObject({ model: z.string(), note: z.string().optional() })).optional() }), done),
  'settings.setBudgets': human('Sets what may be spent before the author is asked.', Budgets, Budgets),
  'models.uses': open('What names a model, or any model of a provider (`model` null): asked before it is removed.', z.strictObject({ ...ofProvider, model: z.string().nullable() }), ModelUses),
  'models.list': open('Models that can be chosen.', nothing, z.object({ models: z.array(ModelRow), default: z.string() })),
  'models.checkEmbedding': human('Has the embedding model make one vector.', nothing, Checked),
  'models.check': human('A one-token live call.', z.strictObject({ model: z.string() }), Checked),
} as const
