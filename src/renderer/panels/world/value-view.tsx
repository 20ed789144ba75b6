import type { Json } from '@shared/world'
import { useText } from '../../i18n/text'
import { useWorld } from '../../stores/world'
import { subjectById } from '../../stores/world-index'
import { useWorldView } from '../../stores/world-view'
import { refOf } from './compose/draft-value'
import { numberText } from './words'

/** A subject by its name; leads to its state. */
export function SubjectLink({ id }: { id: string }) {
  const name = useWorld((s) => subjectById(s.subjects, id)?.name)
  const show = useWorldView((s) => s.showSubject)
  if (name === undefined) return <span data-user-content>{id}</span>
  return <button type="button" className="subject-link" data-user-content data-id={id} onClick={() => show(id)}>{name}</button>
}

const isRemembered = (value: Json): value is { text: string } => typeof value === 'object' && value !== null && !Array.isArray(value) && typeof value['text'] === 'string' && Object.keys(value).length === 1

function Entries({ value }: { value: Readonly<Record<string, Json>> }) {
  const subjects = useWorld((s) => s.subjects)
  const known = (key: string) => subjectById(subjects, key) !== undefined
  return (
    <ul className="value-entries">
      {Object.entries(value).map(([key, one]) => <li key={key}><span className="value-key">{known(key) ? <SubjectLink id={key} /> : <span data-user-content>{key}</span>}</span><ValueView value={one} /></li>)}
    </ul>
  )
}

function ListView({ value }: { value: readonly Json[] }) {
  const t = useText()
  if (value.length === 0) return <span className="muted">{t('world.emptyList')}</span>
  const long = value.some(isRemembered) || value.some((one) => typeof one === 'string' && one.length > 24)
  return <ul className="value-list" data-long={long}>{value.map((one, at) => <li key={at}><ValueView value={one} /></li>)}</ul>
}

/** A value of the world as people read it: names for references, words for yes and no. */
export function ValueView({ value }: { value: Json | undefined }) {
  const t = useText()
  if (value === undefined || value === null) return <span className="muted">{t('world.nothing')}</span>
  const ref = refOf(value)
  if (ref !== null) return <SubjectLink id={ref} />
  if (typeof value === 'boolean') return <span>{t(value ? 'common.yes' : 'common.no')}</span>
  if (typeof value === 'number') return <span className="value-number" data-value={value}>{numberText(value)}</span>
  if (typeof value === 'string') return value === '' ? <span className="muted">{t('world.nothing')}</span> : <span className="value-text" data-user-content>{value}</span>
  if (isRemembered(value)) return <span className="value-text" data-user-content>{value.text}</span>
  return Array.isArray(value) ? <ListView value={value} /> : <Entries value={value} />
}
