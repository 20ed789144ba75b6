import { useEffect, useState } from 'react'
import { useText } from '../i18n/text'

/** "Loading…" only after 300 ms, in a place of fixed size, so that quick reads do not flicker (09 §1). */
export function LateLoading() {
  const t = useText()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return <div className="empty" aria-busy="true">{late ? t('common.loading') : ''}</div>
}
