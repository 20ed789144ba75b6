import { History } from 'lucide-react'
import { useText } from '../../i18n/text'

/** A quiet sign that a scene goes back in story time: meant as a flashback, or a slip the author wants to see. */
export function EarlierMark({ than }: { than: string | null | undefined }) {
  const t = useText()
  if (than === null || than === undefined) return null
  const line = t('board.earlierThan', { title: than })
  return <span className="earlier-mark" role="img" aria-label={line} title={line} data-testid="scene-earlier"><History size={13} aria-hidden /></span>
}
