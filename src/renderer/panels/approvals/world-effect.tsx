import type { Effect } from '@shared/tool-result'
import { isMessageKey } from '@shared/i18n'
import { useText } from '../../i18n/text'
import { useWorld } from '../../stores/world'
import { typeText } from '../world/words'
import { visibleText } from '@shared/visible-text'
import { attrLabel, issueWords, namesWith, patchWords, sliceTarget, subjectName, valueWords, type WorldNames } from './world-words'

/** The effects are of the world that is open here: only its schema can put them into words. */
export const isOwnWorld = (effects: readonly Effect[]): boolean => effects.some(({ kind, target }) => kind === 'world' && sliceTarget(target) !== null)

const useNames = (effects: readonly Effect[]): WorldNames => {
  const subjects = useWorld((s) => s.subjects)
  const types = useWorld((s) => s.files?.schema.types)
  return namesWith(effects, { subjects: subjects ?? [], types: types ?? {} })
}

function PatchLine({ line, names }: { line: string; names: WorldNames }) {
  const t = useText()
  const words = patchWords(line, names, t)
  const kind = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same'
  return (
    <li data-line={kind} data-user-content title={visibleText(line.slice(1))}>
      <span className="patch-sign" aria-hidden>{line.slice(0, 1)}</span>
      {words === null ? visibleText(line.slice(1)) : <span><strong>{visibleText(words.who)}</strong> {visibleText(words.what)} <span className="patch-op">{words.op}</span>{words.value !== null && ` ${visibleText(words.value)}`}</span>}
    </li>
  )
}

function Head({ effect, names }: { effect: Effect; names: WorldNames }) {
  const t = useText()
  const key = `approvals.action.${effect.action}`
  const slice = sliceTarget(effect.target)
  return (
    <p className="effect-head"><strong>{isMessageKey(key) ? t(key) : effect.action}</strong>
      <span data-user-content>{visibleText(slice ? `${t('approvals.kind.slice')} “${slice.title}” · ${slice.time}` : subjectName(effect))}</span>
      {slice && slice.was !== null && <span className="muted" data-user-content>{visibleText(t('approvals.sliceWas', { time: slice.was }))}</span>}
      {!slice && effect.type !== undefined && effect.before === null && <span className="muted" data-user-content>{visibleText(typeText(t, effect.type, names.types))}</span>}
    </p>
  )
}

/** One effect on the world in the author's own words: slices with their changes, subjects before and after, what would not fit. */
export function WorldEffect({ effect, effects }: { effect: Effect; effects: readonly Effect[] }) {
  const t = useText()
  const names = useNames(effects)
  const id = effect.resolved ?? ''
  if (effect.action === 'warn') return <li className="effect" data-kind="world" data-id={effect.target}><p className="effect-head"><strong>{t('approvals.action.warn')}</strong><span data-user-content>{visibleText(issueWords(effect.preview))}</span></p></li>
  const say = (value: unknown) => visibleText(valueWords(value, names, t))
  return (
    <li className="effect" data-kind="world" data-id={effect.target}>
      <Head effect={effect} names={names} />
      {effect.fields === undefined
        ? effect.preview !== '' && <ul className="effect-patches">{effect.preview.split('\n').map((line, at) => <PatchLine key={at} line={line} names={names} />)}</ul>
        : <table className="effect-fields"><tbody>{effect.fields.map((field) => (
          <tr key={field.field} data-field={field.field}><th scope="row" data-user-content title={field.field}>{visibleText(attrLabel(id, field.field, names))}</th>
            {effect.before !== null && <td data-line="removed" data-user-content>{say(field.from)}</td>}
            <td data-line="added" data-user-content>{say(field.to)}</td></tr>
        ))}</tbody></table>}
    </li>
  )
}
