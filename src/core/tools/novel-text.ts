import { z } from 'zod'
import type { Held, NovelData } from '../web/novel-data'
import { SOURCE_LINE } from '../web/remote-text'

declare module './types' {
  interface ToolServices { novels: NovelData }
}

export const novelPlatform = z.enum(['qidian', 'fanqie']).describe('Which platform.')

/** The data as JSON; what is older than it says it holds is said first (07 §2). */
export const sayHeld = ({ data, stale }: Held<unknown>): string => `${SOURCE_LINE}\n${stale === null ? '' : `(Stale: fetched ${stale}.)\n`}${JSON.stringify(data, null, 1)}`
