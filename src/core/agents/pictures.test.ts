import { expect, it } from 'vitest'
import type { ModelMessage, ModelRequest } from '../models/types'
import { toPrompt } from '../models/to-prompt'
import type { Parts } from './parts'
import { withPictures } from './pictures'

const bytes = Buffer.from('89504e470d0a1a0a', 'hex')
const parts = (vision: boolean) => ({ models: { spec: () => ({ vision }) }, project: { blobs: { get: (hash: string) => Promise.resolve(hash === 'kept' ? bytes : null) } } }) as unknown as Pick<Parts, 'models' | 'project'>
const tool = (details: Record<string, unknown>, failed = false): ModelMessage => ({ role: 'tool', callId: 'c', tool: 'Read', text: 'Read image a.png (image/png, 8 bytes)', failed, details })
const request = (message: ModelMessage) => ({ messages: [message], tools: [], maxOutput: 10, hint: {} }) as unknown as ModelRequest
const shown = async (vision: boolean, message: ModelMessage) => toPrompt((await withPictures(parts(vision), request(message), 'm')).messages, { reasoning: false, cacheMarks: false })[0]?.content

it('a model that sees gets the picture beside the text of its result', async () => {
  expect(await shown(true, tool({ image: { mime: 'image/png', blob: 'kept', bytes: 8 } }))).toMatchObject([{ output: { type: 'content', value: [{ type: 'text' }, { type: 'file', mediaType: 'image/png', data: { type: 'data', data: bytes.toString('base64') } }] } }])
})

it.each<[string, boolean, ModelMessage, string]>([
  ['a model that does not see is told', false, tool({ image: { mime: 'image/png', blob: 'kept' } }), '(This model cannot see pictures.)'],
  ['a picture that is gone', true, tool({ image: { mime: 'image/png', blob: 'lost' } }), 'read it again'],
])('%s', async (_name, vision, message, part) => { expect(JSON.stringify(await shown(vision, message))).toContain(part) })

it('leaves other results alone', async () => {
  const message = tool({ lines: 3 })
  expect((await withPictures(parts(true), request(message), 'm')).messages).toEqual([message])
})

const said = (pictures: { blob: string; mime: string; name: string; bytes: number }[]): ModelMessage => ({ role: 'user', text: '像不像她？', pictures })
const face = { blob: 'kept', mime: 'image/png', name: '她.png', bytes: 8 }

it('the author\'s pictures go beside the words, each by its name', async () => {
  expect(await shown(true, said([face]))).toEqual([{ type: 'text', text: '像不像她？\n(Pictures attached: 她.png (image/png).)' }, { type: 'file', mediaType: 'image/png', filename: '她.png', data: { type: 'data', data: bytes.toString('base64') } }])
})

it('a model that does not see is told their names and that it does not; one that is gone is named', async () => {
  expect(await shown(false, said([face]))).toEqual([{ type: 'text', text: '像不像她？\n(Pictures attached: 她.png (image/png). This model cannot see pictures.)' }])
  expect(await shown(true, said([{ ...face, blob: 'lost' }]))).toEqual([{ type: 'text', text: '像不像她？\n(Pictures attached: 她.png (image/png). No longer kept: 她.png.)' }])
})
