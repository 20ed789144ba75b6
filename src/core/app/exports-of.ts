import { whenAsked } from './when-asked'

/** The exports of an opened project. */
export const exportsOf = whenAsked(async (runtime) => (await import('./exports')).createExports(runtime))
