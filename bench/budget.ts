import { against, type BenchRow } from './measure'

export interface Budget { readonly row: number | string; readonly what: string; readonly size: string; readonly ms: number; /** 1, or more where a machine without a GPU may take longer. */ readonly must: number }

/** A row that has a time of 09 §20 for its peer. */
export function againstBudget({ ms, ...about }: Budget, took: readonly number[]): BenchRow {
  return against({ ...about, peer: 'its budget' }, took, [ms])
}
