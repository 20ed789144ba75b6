/** One forward step of a database; runs in a transaction of its own after an automatic backup (01 "Data on disk"). */
export interface Migration { readonly version: number; readonly name: string; readonly sql: string }
