import { useText, currentLocale } from '../../i18n/text'
import { useApp } from '../../stores/app'
import { attempt } from '../../stores/notices'

/** Each language names itself in itself, so that it can be found from the other one. */
const names = { 'zh-CN': '简体中文', en: 'English' } as const

export function LanguageChoice() {
  const t = useText()
  const setUi = useApp((s) => s.setUi)
  return (
    <fieldset className="language-choice" data-testid="first-run-language" aria-label={t('first.language')}>
      {(['zh-CN', 'en'] as const).map((locale) => (
        <button key={locale} type="button" className="button" data-size="small" data-kind={currentLocale() === locale ? 'primary' : 'quiet'} lang={locale} data-user-content aria-pressed={currentLocale() === locale}
          onClick={() => void attempt(() => setUi({ language: locale }))}>{names[locale]}</button>
      ))}
    </fieldset>
  )
}
