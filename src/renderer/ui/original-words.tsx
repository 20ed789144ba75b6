import { useState } from 'react'
import { useText } from '../i18n/text'
import { Button } from './button'

interface Props { /** Already without what could be hidden in it. */ words: string; /** Where only these words say what to mend. */ opened?: boolean }

/** What a program said in its own words and language, behind "Details". */
export function OriginalWords({ words, opened = false }: Props) {
  const t = useText()
  const [open, setOpen] = useState(opened)
  return (
    <>
      <span className="row"><Button size="small" kind="quiet" aria-expanded={open} testId="original-words" onClick={() => setOpen(!open)}>{t('common.details')}</Button></span>
      {open && <pre className="original-words" data-user-content>{words}</pre>}
    </>
  )
}
