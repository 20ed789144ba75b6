import { whenAsked } from './when-asked'

/** The imports of an opened project. */
export const importsOf = whenAsked(async (runtime) => (await import('./imports')).createImports(runtime))
