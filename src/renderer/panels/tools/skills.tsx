import { useCallback, useEffect, useState } from 'react'
import type { SkillRow } from '@shared/procedures/tools'
import { call } from '../../bridge/call'
import { onEvent } from '../../bridge/event-stream'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { Toggle } from '../settings/rows'

/** Skills that count now, read again when settings or trust change. */
function useSkills(): readonly SkillRow[] {
  const [skills, setSkills] = useState<readonly SkillRow[]>([])
  const read = useCallback(() => { void call('skills.list', { project: projectId() }).then((answer) => setSkills(answer.skills), () => undefined) }, [])
  useEffect(() => {
    read()
    const stops = (['settings.changed', 'trust.changed'] as const).map((type) => onEvent(type, read))
    return () => { for (const stop of stops) stop() }
  }, [read])
  return skills
}

/** Each skill with where it comes from, and a switch for every novel (09 §11). */
export function Skills({ filter }: { filter: string }) {
  const t = useText()
  const skills = useSkills().filter(({ id, name }) => filter === '' || id.toLowerCase().includes(filter) || name.toLowerCase().includes(filter))
  if (skills.length === 0) return null
  return (
    <section aria-label={t('tools.group.skills')}><h3>{t('tools.group.skills')}</h3>
      <ul>{skills.map(({ id, name, description, layer, off, error }) => (
        <li key={id} className="skill-row" data-testid="skill-row" data-id={id} data-state={error === null ? (off ? 'off' : 'on') : 'error'}>
          <div><label className="ellipsis" htmlFor={`skill-${id}`} title={description} data-user-content>{name}</label>
            <span className="tool-reason">{error === null ? t(`tools.skillFrom.${layer}`) : <span data-user-content>{error}</span>}{error === null && off && <> · {t('tools.skillOff')}</>}</span></div>
          {error === null && <Toggle id={`skill-${id}`} on={!off} onChange={(on) => void attempt(() => call('skills.setOff', { project: projectId(), id, off: !on }))} />}</li>
      ))}</ul></section>
  )
}
