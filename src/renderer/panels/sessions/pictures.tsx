import { X } from 'lucide-react'
import type { Picture } from '@shared/session'
import { useText } from '../../i18n/text'
import { IconButton } from '../../ui/button'
import { usePicture } from './use-picture'

/** A picture of a message. */
function Thumb({ picture }: { picture: Picture }) {
  const t = useText()
  const source = usePicture(picture.blob)
  return <span className="picture-thumb">{source === null || source === 'gone' ? <span className="muted">{source === null ? '' : t('sessions.pictureGone')}</span> : <img src={source} alt={picture.name} data-user-content />}</span>
}

/** The pictures of a message; of one being written each can be taken out. */
export function Pictures({ pictures, onRemove }: { pictures: readonly Picture[]; onRemove?: (blob: string) => void }) {
  const t = useText()
  if (pictures.length === 0) return null
  return (
    <ul className="pictures" aria-label={t('sessions.pictures')} data-testid="pictures">
      {pictures.map((picture) => (
        <li key={picture.blob} data-testid="picture" data-id={picture.blob} title={picture.name}>
          <Thumb picture={picture} />
          {onRemove && <IconButton label={t('sessions.removePicture', { name: picture.name })} className="picture-remove" onClick={() => onRemove(picture.blob)}><X size={12} aria-hidden /></IconButton>}
        </li>
      ))}
    </ul>
  )
}
