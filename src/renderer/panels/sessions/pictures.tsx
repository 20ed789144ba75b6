import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Picture } from '@shared/session'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { IconButton } from '../../ui/button'

/** A picture of a message, read when it is in sight; the page asks nothing of the network. */
function Thumb({ picture }: { picture: Picture }) {
  const t = useText()
  const [url, setUrl] = useState<string | null>(null)
  const [gone, setGone] = useState(false)
  useEffect(() => {
    let wanted = true
    call('sessions.picture', { project: projectId(), blob: picture.blob }).then(({ mime, base64 }) => { if (wanted) setUrl(`data:${mime};base64,${base64}`) }, () => { if (wanted) setGone(true) })
    return () => { wanted = false }
  }, [picture.blob])
  return <span className="picture-thumb">{url === null ? <span className="muted">{gone ? t('sessions.pictureGone') : ''}</span> : <img src={url} alt={picture.name} data-user-content />}</span>
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
