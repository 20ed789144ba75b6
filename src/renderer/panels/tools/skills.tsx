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

/** Each skill with where it comes from, why it is not used, and a switch for every novel (09 §11). */
export function Skills({ filter }: { filter: string }) {
  const t = useText()
  const skills = useSkills().filter(({ id, name }) => filter === '' || id.toLowerCase().includes(filter) || name.toLowerCase().includes(filter))
  if (skills.length === 0) return null
  return (
    <section aria-label={t('tools.group.skills')}><h3>{t('tools.group.skills')}</h3>
      <ul>{skills.map(({ id, name, description, layer, state, error }) => (
        <li key={`${layer}/${id}`} className="skill-row" data-testid="skill-row" data-id={id} data-layer={layer} data-state={state}>
          <div><label className="ellipsis" htmlFor={`skill-${id}`} title={description} data-user-content>{name}</label>
            <span className="tool-reason">{t(`tools.skillFrom.${layer}`)}{state !== 'on' && <> · <span data-testid="skill-why">{t(`tools.skill.${state}`)}</span></>}{error !== null && <span className="skill-error" data-user-content>{error}</span>}</span></div>
          {state !== 'error' && state !== 'untrusted' && <Toggle id={`skill-${id}`} on={state !== 'off'} onChange={(on) => void attempt(() => call('skills.setOff', { project: projectId(), id, off: !on }))} />}</li>
      ))}</ul></section>
  )
}
