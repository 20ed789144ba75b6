import type { Session } from '@shared/session'
import { visibleText } from '@shared/visible-text'

/** Its title with nothing invisible in it, or what an unnamed one is called. */
export const sessionTitle = ({ title }: Pick<Session, 'title'>, placeholder: string): string => (title === '' ? placeholder : visibleText(title))
