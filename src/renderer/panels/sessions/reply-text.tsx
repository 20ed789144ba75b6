import { memo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import gfm from 'remark-gfm'
import { useText } from '../../i18n/text'

const safe: Components = { img: ({ alt }) => <span>{alt}</span>, a: ({ children, href }) => <span title={href}>{children}</span> }

/** The language a reply is mostly written in: quotes and dashes take the width of its letters. */
function languageOf(text: string): 'zh-CN' | 'en' | undefined {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}+/gu)?.length ?? 0
  return han + latin === 0 ? undefined : han >= latin ? 'zh-CN' : 'en'
}

/** A model's Markdown without pictures (no request leaves the window) and without live links (a link is text with its address). */
export const ReplyText = memo(function ReplyText({ text }: { text: string }) {
  return (
    <div className="reply-text" lang={languageOf(text)} data-user-content>
      <Markdown remarkPlugins={[gfm]} components={safe}>{text}</Markdown>
    </div>
  )
})

export function Reasoning({ text, open }: { text: string; open: boolean }) {
  const t = useText()
  if (text === '') return null
  return <details className="reasoning" open={open}><summary>{t('sessions.thinking')}</summary><p data-user-content>{text}</p></details>
}
