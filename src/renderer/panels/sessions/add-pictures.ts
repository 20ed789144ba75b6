import type { Picture } from '@shared/session'
import { call } from '../../bridge/call'
import { errorFault } from '../../i18n/fault-text'
import { text } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { draftPicturesOf, setDraftPictures } from '../../stores/composer'
import { inform, useNotices } from '../../stores/notices'

const most = 8

export const isPicture = (file: File): boolean => file.type.startsWith('image/')

function base64Of(file: File): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => { const url = String(reader.result); done(url.slice(url.indexOf(',') + 1)) })
    reader.addEventListener('error', () => failed(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(file)
  })
}

/** The author has just put it in and is looking: why it is not taken is said there, and goes by itself. */
async function keep(file: File): Promise<Picture | null> {
  try {
    return await call('sessions.addPicture', { project: projectId(), name: file.name.slice(0, 255), base64: await base64Of(file) })
  } catch (error) {
    useNotices.getState().add({ kind: 'info', text: null, fault: errorFault(error), action: null })
    return null
  }
}

/** Keeps pictures for the message being written, one after another; what cannot be shown is said once and left out. */
export async function addPictures(key: string, files: readonly File[]): Promise<void> {
  for (const file of files) {
    if (draftPicturesOf(key).length >= most) return inform(text('sessions.picturesMost'))
    const added = await keep(file)
    if (added) setDraftPictures(key, [...draftPicturesOf(key).filter((one) => one.blob !== added.blob), added])
  }
}

export const removePicture = (key: string, blob: string): void => setDraftPictures(key, draftPicturesOf(key).filter((one) => one.blob !== blob))
