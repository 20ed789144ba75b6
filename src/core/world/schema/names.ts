import { codePoints } from '@shared/story'

/** NAME of 03 §2: 1-64 characters without `/ ~ .`, space or control characters; the reader of the file refuses `__proto__ constructor prototype` everywhere. */
export const isName = (name: string): boolean => name !== '' && name.isWellFormed() && codePoints(name) <= 64 && !/[/~.\s\p{Cc}]/u.test(name)
