import { z } from 'zod'
import type { ModelMessage, ModelRequest } from '../models/types'
import type { Parts } from './parts'

/** What `Read` says of a picture: its bytes are a blob, never part of the session (04 §2). */
const Picture = z.looseObject({ image: z.looseObject({ mime: z.string(), blob: z.string() }) })

/** Gives the pictures of tool results to a model that sees; another one is told that it does not (06 §3). */
export async function withPictures(parts: Pick<Parts, 'models' | 'project'>, request: ModelRequest, model: string): Promise<ModelRequest> {
  const sees = parts.models.spec(model).vision
  const show = async (message: ModelMessage): Promise<ModelMessage> => {
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
