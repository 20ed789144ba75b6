import { z } from 'zod'

/**
 * One call of the window. `human` calls carry the author's own authority (physical deletion, approving, trusting, keys) and exist
 * only here and in `wenqu human`. `home` says which process answers. Paths and ids travel as strings; times are UTC ISO 8601.
 */
export interface Procedure<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, H extends 'core' | 'main' = 'core' | 'main'> {
  readonly access: 'open' | 'human'
  readonly home: H
  /** One sentence for the generated documentation. */
  readonly does: string
  readonly input: I
  readonly output: O
}

export const open = <I extends z.ZodType, O extends z.ZodType>(does: string, input: I, output: O): Procedure<I, O, 'core'> => ({ access: 'open', home: 'core', does, input, output })
export const human = <I extends z.ZodType, O extends z.ZodType>(does: string, input: I, output: O): Procedure<I, O, 'core'> => ({ access: 'human', home: 'core', does, input, output })
/** Answered by the main process itself: windows, dialogs, keychain, drafts. */
export const main = <I extends z.ZodType, O extends z.ZodType>(does: string, input: I, output: O, access: 'open' | 'human' = 'open'): Procedure<I, O, 'main'> => ({ access, home: 'main', does, input, output })

/** How a try of something real went; `message` and `code` say why not. */
export const Checked = z.object({ ok: z.boolean(), ms: z.number(), message: z.string(), code: z.string().nullable() })
export type Checked = z.infer<typeof Checked>
