import { z } from 'zod'
import type { ModelMessage, ModelRequest } from '../models/types'
import type { Parts } from './parts'

/** What `Read` says of a picture: its bytes are a blob, never part of the session (04 §2). */
const Picture = z.looseObject({ image: z.looseObject({ mime: z.string(), blob: z.string() }) })

/** Gives the pictures of the author and of tool results to a model that sees; another one is told that it does not (04 §8, 06 §3). */
export async function withPictures(parts: Pick<Parts, 'models' | 'project'>, request: ModelRequest, model: string): Promise<ModelRequest> {
  const sees = parts.models.spec(model).vision
  const show = async (message: ModelMessage): Promise<ModelMessage> => {
    if (message.role === 'user') return ofAuthor(parts, message, sees)
    if (message.role !== 'tool' || message.failed) return message
    const found = Picture.safeParse(message.details)
    if (!found.success) return message
    if (!sees) return { ...message, text: `${message.text}\n(This model cannot see pictures.)` }
    const bytes = await parts.project.blobs.get(found.data.image.blob)
    if (bytes === null) return { ...message, text: `${message.text}\n(The picture is no longer kept; read it again.)` }
    return { ...message, image: { mime: found.data.image.mime, base64: Buffer.from(bytes).toString('base64') } }
  }
  return { ...request, messages: await Promise.all(request.messages.map(show)) }
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
