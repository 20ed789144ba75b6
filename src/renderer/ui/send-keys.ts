import type { KeyboardEvent } from 'react'
import { composing } from './composing'

/** Mod+Enter does the main action of a form or a list (09 §1 "Lists everywhere"). */
export const sends = (event: KeyboardEvent): boolean => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !composing(event)
