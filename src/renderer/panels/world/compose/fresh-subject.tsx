import { useId } from 'react'
import { useText } from '../../../i18n/text'
import { isOwnType, typeText } from '../words'
import type { Known } from './slice-draft'

interface Fresh { readonly type: string; readonly name: string }

/** An id made of a name: its letters and digits, distinct from those that are there. */
export function freshId(name: string, known: Known): string {
  const plain = [...name.normalize('NFC').trim().replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').replaceAll(/^[-_]+|-+$/g, '').toLowerCase()].slice(0, 60).join('')
  if (plain === '') return ''
  const taken = new Set(known.subjects.map(({ id }) => id))
  let id = plain
  for (let n = 2; taken.has(id); n += 1) id = `${plain}-${n}`
  return id
}

interface Props { fresh: Fresh; id: string; known: Known; missing: boolean; onChange: (fresh: Fresh, id: string | null) => void }

/** Type, name and id of a subject that does not exist yet; the id follows the name until it is written by hand. */
export function FreshSubject({ fresh, id, known, missing, onChange }: Props) {
  const t = useText()
  const [typeId, nameId, idId] = [useId(), useId(), useId()]
  const types = Object.keys(known.types)
  const followed = id === freshId(fresh.name, known)
  return (
    <>
      <div className="field" data-missing={missing && fresh.type === ''}>
        <label className="label" htmlFor={typeId}>{t('world.type')}</label>
        {types.length > 0
          ? <select id={typeId} className="input" data-testid="subject-type" value={fresh.type} onChange={(event) => onChange({ ...fresh, type: event.target.value }, followed ? null : id)}>{types.map((type) => <option key={type} value={type} data-user-content={isOwnType(type, known.types) ? '' : undefined}>{typeText(t, type, known.types)}</option>)}</select>
          : <input id={typeId} className="input" data-testid="subject-type" data-user-content maxLength={64} placeholder={t('world.typeHint')} value={fresh.type} onChange={(event) => onChange({ ...fresh, type: event.target.value.trim() }, followed ? null : id)} />}
      </div>
      <div className="field" data-missing={missing && fresh.name.trim() === ''}>
        <label className="label" htmlFor={nameId}>{t('world.name')}</label>
        <input id={nameId} className="input" data-testid="subject-name" data-user-content maxLength={120} aria-invalid={(missing && fresh.name.trim() === '') || undefined} value={fresh.name} onChange={(event) => onChange({ ...fresh, name: event.target.value }, followed ? null : id)} />
      </div>
      <div className="field" data-missing={missing && id === ''}>
        <label className="label" htmlFor={idId}>{t('world.id')}</label>
        <input id={idId} className="input" data-testid="subject-id" data-user-content maxLength={64} title={t('world.idHint')} aria-invalid={(missing && id === '') || undefined} value={id} onChange={(event) => onChange(fresh, event.target.value.trim())} />
      </div>
    </>
  )
}
