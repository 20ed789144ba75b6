/** One text of the window in both languages; TypeScript refuses a catalogue in which one is missing (09 Y7). `{{name}}` is filled in. `one`: the English for a `count` of 1. */
export interface Message { readonly zh: string; readonly en: string; readonly one?: string }
export type Catalogue = Readonly<Record<string, Message>>
/** Keeps the keys' literal types so that a mistyped key does not compile. */
export const catalogue = <const T extends Catalogue>(messages: T): T => messages
