import type { Effect } from '@shared/tool-result'
import { isMessageKey } from '@shared/i18n'
import { useText } from '../../i18n/text'
import { useStory } from '../../stores/story'
import { BrowserCard } from './browser-card'
import { diffLines } from './diff-lines'
import { ModeCard, PlanCard } from './mode-card'
import { ScriptCard } from './script-card'
import { ShellCard } from './shell-card'
import { reasonWords, storyTarget, storyValue } from './story-words'
import { visibleText } from '@shared/visible-text'
import { WebCard } from './web-card'
import { WorkflowCard } from './workflow-card'
import { isOwnWorld, WorldEffect } from './world-effect'

type Field = NonNullable<Effect['fields']>[number]
const shown = (value: unknown) => (value === null || value === undefined || value === '' ? '—' : typeof value === 'string' ? value : JSON.stringify(value, null, 1))
/** A unified diff, each line marked by sign and colour, never colour alone. */
export function DiffText({ text }: { text: string }) {
  const t = useText()
  return (
    <pre className="diff" data-user-content>
      {diffLines(text).map(({ kind, parts }, i) => <span key={i} data-line={kind}>{kind === 'ending' ? t('approvals.noLastBreak') : parts.map((part, n) => (part.changed ? <mark key={n}>{part.text}</mark> : part.text))}{'\n'}</span>)}
    </pre>
  )
}

function Fields({ fields, fresh }: { fields: readonly Field[]; fresh: boolean }) {
  const t = useText()
  const outline = useStory((s) => s.outline)
  const name = (field: string) => { const key = `approvals.field.${field.replace(/^brief\./, '')}`; return isMessageKey(key) ? t(key) : field }
  const say = (field: string, value: unknown) => visibleText(storyValue(field, value, outline, t) ?? shown(value))
  return (
    <table className="effect-fields"><tbody>
      {fields.map((field) => (
        <tr key={field.field} data-field={field.field}><th scope="row">{name(field.field)}</th>
          {!fresh && <td data-line="removed" data-user-content>{say(field.field, field.from)}</td>}
          <td data-line="added" data-user-content>{say(field.field, field.to)}</td></tr>
      ))}
    </tbody></table>
  )
}

/** What a preview says beyond the fields. */
function Preview({ effect, hasFields }: { effect: Effect; hasFields: boolean }) {
  const t = useText()
  const { kind, preview, before, after, resolved } = effect
  if (hasFields) {
    // An entity's preview says in one line each what its fields say in full; only a knock-on's reason is more.
    const reason = /\(([^()]*)\)$/.exec(preview)?.[1]
    return kind === 'story' && resolved !== null && reason !== undefined ? <p className="muted" data-user-content>{visibleText(reasonWords(reason, t))}</p> : null
  }
  if (kind === 'story' && reasonWords(preview, t) !== preview) return <p className="muted">{reasonWords(preview, t)}</p>
  if (preview !== '') return <DiffText text={preview} />
  return kind === 'file' && before !== null && before === after ? <p className="muted">{t('approvals.sameText')}</p> : null
}

function OneEffect({ effect }: { effect: Effect }) {
  const t = useText()
  if (effect.kind === 'shell' && effect.fields !== undefined) return <ShellCard effect={effect} />
  if (effect.kind === 'mode') return <ModeCard effect={effect} />
  if (effect.kind === 'plan') return <PlanCard effect={effect} />
  if (effect.kind === 'script' && effect.fields !== undefined) return <ScriptCard effect={effect} />
  if (effect.kind === 'workflow') return <WorkflowCard effect={effect} />
  if (effect.kind === 'browser') return <BrowserCard effect={effect} />
  if (effect.kind === 'web') return <WebCard effect={effect} />
  const key = `approvals.action.${effect.action}`
  const characters = effect.fields?.find((field) => field.field === 'characters')
  const fields = effect.fields?.filter((field) => field.field !== 'characters') ?? []
  const word = `approvals.kind.${effect.kind}`
  return (
    <li className="effect" data-kind={effect.kind} data-id={effect.target}>
      <p className="effect-head"><strong>{isMessageKey(key) ? t(key) : effect.action}</strong>{isMessageKey(word) && <span>{t(word)}</span>}<span data-user-content>{visibleText(effect.kind === 'story' ? storyTarget(effect.target, t) : effect.target)}</span>
        {effect.resolved !== null && effect.kind === 'file' && !effect.resolved.replaceAll('\\', '/').endsWith(effect.target) && <span className="muted" data-user-content>→ {visibleText(effect.resolved)}</span>}
        {characters && <span className="muted">{t('approvals.characters', { from: Number(characters.from ?? 0), to: Number(characters.to ?? 0) })}</span>}</p>
      {fields.length > 0 && <Fields fields={fields} fresh={effect.before === null} />}
      <Preview effect={effect} hasFields={fields.length > 0} />
    </li>
  )
}

/** Everything that will happen, and nothing else. */
export function Effects({ effects }: { effects: readonly Effect[] }) {
  const t = useText()
  const own = isOwnWorld(effects)
  if (effects.length === 0) return <p className="muted">{t('approvals.noEffect')}</p>
  return <ul className="effects">{effects.map((effect, i) => (effect.kind === 'world' && own ? <WorldEffect key={i} effect={effect} effects={effects} /> : <OneEffect key={i} effect={effect} />))}</ul>
}
