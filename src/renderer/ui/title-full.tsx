import { useText } from '../i18n/text'

export const titleLength = 120

/** Says that a title is as long as it may be, so that a pasted one is not cut in silence. */
export function TitleFull({ title }: { title: string }) {
  const t = useText()
  return title.length < titleLength ? null : <span className="muted" role="status">{t('common.titleFull', { count: titleLength })}</span>
}
