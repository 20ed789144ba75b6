/** Paging and filters of a list read (02 §9); which filters there are is said at each list. */
export interface ListFilter { limit?: number; offset?: number; [filter: string]: unknown }
export interface ListPage { items: Record<string, unknown>[]; total: number; offset: number; limit: number; nextOffset: number | null }
