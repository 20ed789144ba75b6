import type { ListFilter, ListPage } from './list-types'

/** A page of an already filtered and ordered list (02 §9): `total` counts after filters, defaults 50 from 0. */
export function pageOf<T>(rows: readonly T[], filter: ListFilter, item: (row: T) => Record<string, unknown>): ListPage {
  const limit = filter.limit ?? 50
  const offset = filter.offset ?? 0
  const shown = rows.slice(offset, offset + limit)
  const next = offset + shown.length
  return { items: shown.map(item), total: rows.length, offset, limit, nextOffset: shown.length > 0 && next < rows.length ? next : null }
}
