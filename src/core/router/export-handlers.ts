import type { Handlers, NamesOf } from '@shared/procedures'
import { exportsOf } from '../app/exports-of'
import type { RequestContext } from '../app/types'

type ExportName = Extract<NamesOf<'core'>, `export.${string}`>

const exportsIn = ({ core }: RequestContext, project: string) => exportsOf(core.get(project))

/** Export of the novel to one file (09 §16). */
export const exportHandlers: Handlers<ExportName, RequestContext> = {
  'export.choices': async ({ project }, context) => (await exportsIn(context, project)).choices(),
  'export.preview': async ({ project, choice }, context) => (await exportsIn(context, project)).preview(choice),
  'export.run': async ({ project, choice, file, overwrite }, context) => ({ exportId: await (await exportsIn(context, project)).run(choice, file, overwrite) }),
  'export.stop': async ({ project, exportId }, context) => {
    await (await exportsIn(context, project)).stop(exportId)
    return {}
  },
  'export.report': async ({ project, exportId }, context) => (await exportsIn(context, project)).report(exportId),
}
