import { expect, test } from 'vitest'
import { useStoryForms } from './story-forms'

test('what was sent is settled; what was typed since stays', () => {
  const { set, settle, clear } = useStoryForms.getState()
  set('f', 'option0', '小满')
  const sent = useStoryForms.getState().forms['f'] ?? {}
  set('f', 'note0', '最轻')
  settle('f', sent)
  expect(useStoryForms.getState().forms['f']).toEqual({ note0: '最轻' })
  clear('f')
  expect(useStoryForms.getState().forms['f']).toBeUndefined()
})
