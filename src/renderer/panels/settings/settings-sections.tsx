import { useText } from '../../i18n/text'
import { sections, useSection } from '../../stores/settings-section'
import { moveInList } from '../../ui/list-keys'

/** The side list while settings are in front. */
export function SettingsSections() {
  const t = useText()
  const { section, show } = useSection()
  return (
    <nav className="side-panel" aria-label={t('settings.sections')}>
      <header className="panel-head"><h2>{t('frame.settings')}</h2></header>
      <ul className="section-rows" onKeyDown={moveInList}>
        {sections.map((name) => <li key={name}><button type="button" data-row data-id={name} aria-current={name === section} onClick={() => show(name)}>{t(`settings.${name}`)}</button></li>)}
      </ul>
    </nav>
  )
}
