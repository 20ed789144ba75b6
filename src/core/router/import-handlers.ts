import type { Handlers, NamesOf } from '@shared/procedures'
import { importsOf } from '../app/imports-of'
import type { Imports } from '../app/imports'
import type { RequestContext } from '../app/types'

type ImportName = Extract<NamesOf<'core'>, `import.${string}`>

const imports = ({ core }: RequestContext, project: string): Promise<Imports> => importsOf(core.get(project))

/** Import of a text or Word file, from the proposal to the report (09 §15). */
export const importHandlers: Handlers<ImportName, RequestContext> = {
  'import.preview': async ({ project, file, encoding, rule }, context) => (await imports(context, project)).preview(file, { encoding, rule }),
  'import.edit': async ({ project, importId, edit }, context) => (await imports(context, project)).edit(importId, edit),
  'import.text': async ({ project, importId, row }, context) => ({ text: (await imports(context, project)).text(importId, row) }),
  'import.run': async ({ project, importId, again }, context) => {
    await (await imports(context, project)).run(importId, again)
    return { started: true }
  },
  'import.stop': async ({ project, importId }, context) => (await imports(context, project)).stop(importId),
  'import.report': async ({ project, importId }, context) => (await imports(context, project)).report(importId),
  'import.pending': async ({ project }, context) => (await imports(context, project)).pending(),
}
