import { z } from 'zod'

/** Story ids: decimal strings, never reused; a JSON number is refused (02 §5). */
export const StoryId = z.string().regex(/^[1-9][0-9]{0,18}$/, 'a decimal id as a string, e.g. "12"')

/** Sessions count upward from 1 per project (04). */
export const SessionId = z.number().int().positive()

/** `en_ run_ job_ ap_ pr_ tr_ ve_` + ULID (04, 06). */
export const prefixedId = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`))

/** A project inside a workspace folder: portable, one segment, not `workspace` (02 §1). */
export const Slug = z.string().min(1).max(64)
