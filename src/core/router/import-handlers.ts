import type { Handlers, NamesOf } from '@shared/procedures'
import { importsOf } from '../app/imports-of'
import type { RequestContext } from '../app/types'

type ImportName = Extract<NamesOf<'core'>, `import.${string}`>

/** Import of a text or Word file, from the proposal to the report (09 §15). */
export const importHandlers: Handlers<ImportName, RequestContext> = {
  'import.preview': ({ project, file, encoding, rule }, { core }) => importsOf(core.get(project)).preview(file, { encoding, rule }),
  'import.edit': ({ project, importId, edit }, { core }) => importsOf(core.get(project)).edit(importId, edit),
  'import.text': ({ project, importId, row }, { core }) => ({ text: importsOf(core.get(project)).text(importId, row) }),
  'import.run': async ({ project, importId, again }, { core }) => {
    await importsOf(core.get(project)).run(importId, again)
    return { started: true }
  },
  'import.stop': ({ project, importId }, { core }) => importsOf(core.get(project)).stop(importId),
  'import.report': ({ project, importId }, { core }) => importsOf(core.get(project)).report(importId),
  'import.pending': ({ project }, { core }) => importsOf(core.get(project)).pending(),
}
