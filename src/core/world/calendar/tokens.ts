/** A number, or a word that stands for itself (a month's name). */
export type Value = bigint | string

/** One `{token}` of a format. */
export interface Token {
  readonly name: string
  /** Numbers are printed and read beside the words. */
  readonly numbers: boolean
  readonly chinese: boolean
  /** The largest number there is; null: no limit. */
  readonly most: bigint | null
  readonly words: readonly (readonly [text: string, value: Value])[]
  /** Printed, and skipped over when read (a weekday). */
  readonly ignored: boolean
  /** Belongs to the date, so a text may never leave it out. */
  readonly date: boolean
}
export interface PlacedToken extends Token { readonly width: number; readonly said: ReadonlyMap<Value, string> }
export type Piece = string | PlacedToken

/** A format as pieces, and all the ways it is read: as it is, without what stands after its last space when that holds no date, without the names that are skipped. */
export interface Form { readonly pieces: readonly Piece[]; readonly readAs: readonly (readonly Piece[])[]; readonly tokens: ReadonlySet<string>; readonly signature: string }

export const numberToken = (name: string, more: Partial<Token> = {}): Token => ({ name, numbers: true, chinese: false, most: null, words: [], ignored: false, date: true, ...more })

export const tokensOf = (pieces: readonly Piece[]): PlacedToken[] => pieces.filter((piece) => typeof piece !== 'string')
