import { fail } from '@shared/fault'
import type { Picture } from '@shared/session'
import type { OpenedProject } from '../project/types'
import { fileKind } from '../tools/image-kind'

const MOST_BYTES = 5 * 1024 * 1024

/** Keeps the bytes of a picture the author puts into a message, as a blob (04 §2). IMAGE_TOO_LARGE, IMAGE_INVALID: its bytes, not its name, say what it is. */
export async function keepPicture(project: OpenedProject, name: string, bytes: Uint8Array): Promise<Picture> {
  project.assertWritable()
  const kind = fileKind(bytes.subarray(0, 16))
  if (kind.kind !== 'image') return fail('IMAGE_INVALID', 'only PNG, JPEG, GIF and WebP pictures can be shown to an assistant.')
  if (bytes.length > MOST_BYTES) fail('IMAGE_TOO_LARGE', `the picture has ${bytes.length} bytes; it may have at most ${MOST_BYTES}.`)
  return { blob: await project.blobs.put(bytes), mime: kind.mime, name, bytes: bytes.length }
}

/** For the window. NOT_FOUND: no picture of this project, or its bytes are no longer kept. */
export async function shownPicture(project: OpenedProject, blob: string): Promise<{ mime: string; base64: string }> {
  const bytes = await project.blobs.get(blob)
  const kind = bytes === null ? null : fileKind(bytes.subarray(0, 16))
  if (bytes === null || kind?.kind !== 'image') return fail('NOT_FOUND', 'the picture is no longer kept.')
  return { mime: kind.mime, base64: Buffer.from(bytes).toString('base64') }
}
