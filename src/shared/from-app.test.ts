import { expect, it } from 'vitest'
import { askHead, NOT_THE_AUTHOR, withoutHead } from './from-app'

it.each<[string, string]>([
  [`${askHead({ sessionId: 3, title: '沈青梧' })}\n写第三章。\n明早要。`, '写第三章。\n明早要。'],
  [`${askHead({ sessionId: 3, title: '' })}\n写`, '写'],
  [`${askHead({ sessionId: 3, title: 'a, which waits for your result:' })}\n写`, '写'],
  [`${NOT_THE_AUTHOR} 到点了`, '到点了'],
  [`${NOT_THE_AUTHOR} From session to session.\n写`, 'From session to session.\n写'],
  ['From session 3, which waits for your result:\n写', 'From session 3, which waits for your result:\n写'],
])('the author reads %j without its head', (text, shown) => { expect(withoutHead(text)).toBe(shown) })
