import { messages, type MessageKey } from '@shared/i18n'

/** Whether a text exists under a key made of data (a tool, a code, a field); else the data itself is shown. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(messages, key)
