import { z } from 'zod'
import { Budgets, GlobalConfig, ModelsConfig, ModelSpec, ProviderSpec, UiChange, UiSettings } from '../settings'
import { Checked, human, open } from './procedure'

const nothing = z.strictObject({})
const done = z.object({})

export const ModelRow = z.object({ id: z.string(), provider: z.string(), name: z.string(), spec: ModelSpec, keySet: z.boolean(), isDefault: z.boolean(), isSmall: z.boolean() })

export const settingsProcedures = {
  'settings.get': open('The global settings; `error` says why the file on disk is not used.', nothing, z.object({ config: GlobalConfig, error: z.string().nullable(), sources: z.record(z.string(), z.enum(['product', 'global', 'project'])) })),
  'settings.setUi': human('Changes how the window looks.', UiChange, UiSettings),
  'settings.setProvider': human('Adds or replaces a model provider.', z.strictObject({ name: z.string().regex(/^[a-z0-9_-]{1,32}$/), spec: ProviderSpec }), done),
  'settings.removeProvider': human('Removes a model provider.', z.strictObject({ name: z.string() }), done),
  'settings.setModels': human('Chooses the default, small, embedding and visible models.', z.strictObject({ default: z.string().nullable().optional(), small: z.string().nullable().optional(), embedding: ModelsConfig.shape.embedding.unwrap().optional(), visible: z.array(z.strictObject({ model: z.string(), note: z.string().optional() })).optional() }), done),
  'settings.setBudgets': human('Sets what may be spent before the author is asked.', Budgets, Budgets),
  'models.list': open('Models that can be chosen.', nothing, z.object({ models: z.array(ModelRow), default: z.string() })),
  'models.checkEmbedding': human('Has the embedding model make one vector.', nothing, Checked),
  'models.check': human('A one-token live call.', z.strictObject({ model: z.string() }), Checked),
} as const
