import { z } from 'zod'
import type { Entry } from '@shared/session'
import type { ModelMessage, ModelRequest } from '../models/types'
import { messageOf } from './conversation'
import type { Parts } from './parts'

/** What `Read` says of a picture: its bytes are a blob, never part of the session (04 §2). */
const Picture = z.looseObject({ image: z.looseObject({ mime: z.string(), blob: z.string() }) })

type Result = Extract<ModelMessage, { role: 'tool' }>

/** Whether a message has a picture that a model could be shown. */
export const hasPicture = (message: ModelMessage): boolean =>
  message.role === 'user' ? message.pictures !== undefined : message.role === 'tool' && !message.failed && message.details?.['image'] !== undefined

/** Whether the words that wait for their reply came with pictures. */
export function picturesAsked(entries: readonly Entry[]): boolean {
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at]
    const message = entry === undefined ? null : messageOf(entry)
    if (message?.role === 'assistant' || message?.role === 'toolResult') return false
    if (message?.role === 'user' && (message.pictures?.length ?? 0) > 0) return true
  }
  return false
}

/** Gives the pictures of the author and of tool results to a model that sees; another one is told that it does not (04 §8, 06 §3). */
export async function withPictures(parts: Pick<Parts, 'models' | 'project'>, request: ModelRequest, model: string): Promise<ModelRequest> {
  const sees = parts.models.spec(model).vision
  const show = async (message: Result, { image }: z.infer<typeof Picture>): Promise<ModelMessage> => {
    if (!sees) return { ...message, text: `${message.text}\n(This model cannot see pictures.)` }
    const bytes = await parts.project.blobs.get(image.blob)
    if (bytes === null) return { ...message, text: `${message.text}\n(The picture is no longer kept; read it again.)` }
    return { ...message, image: { mime: image.mime, base64: Buffer.from(bytes).toString('base64') } }
  }
  const messages = [...request.messages]
  for (const [n, message] of messages.entries()) {
    if (!hasPicture(message)) continue
    if (message.role === 'user') messages[n] = await ofAuthor(parts, message, sees)
    if (message.role !== 'tool') continue
    const found = Picture.safeParse(message.details)
    if (found.success) messages[n] = await show(message, found.data)
  }
  return { ...request, messages }
}

/** Every picture is named in the text, so that words can speak of it; the bytes go along where they can be seen. */
async function ofAuthor({ project }: Pick<Parts, 'project'>, message: Extract<ModelMessage, { role: 'user' }>, sees: boolean): Promise<ModelMessage> {
  const { pictures = [], ...plain } = message
  if (pictures.length === 0) return message
  const names = pictures.map(({ name, mime }) => `${name} (${mime})`).join(', ')
  if (!sees) return { ...plain, text: `${plain.text}\n(Pictures attached: ${names}. This model cannot see pictures.)` }
  const found = await Promise.all(pictures.map(async ({ blob, mime, name }) => ({ bytes: await project.blobs.get(blob), mime, name })))
  const lost = found.filter(({ bytes }) => bytes === null).map(({ name }) => name)
  const images = found.flatMap(({ bytes, mime, name }) => (bytes === null ? [] : [{ mime, name, base64: Buffer.from(bytes).toString('base64') }]))
  return { ...plain, text: `${plain.text}\n(Pictures attached: ${names}.${lost.length === 0 ? '' : ` No longer kept: ${lost.join(', ')}.`})`, ...(images.length === 0 ? {} : { images }) }
}
