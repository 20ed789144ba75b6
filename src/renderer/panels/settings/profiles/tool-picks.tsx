import { X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useText, type text } from '../../../i18n/text'
import { useTools } from '../../../stores/tools'
import { IconButton } from '../../../ui/button'
import { SearchChoice } from '../../story/fields/search-choice'
import { doesOf } from '../../tools/words'
import { SettingRow } from '../rows'

/** In the author's words and by its own name: several tools are called alike. */
function labelOf(t: typeof text, name: string): string {
  const does = doesOf(t, name)
  return does === null ? name : `${does} · ${name}`
}

/** `name:glob` is a rule for paths under it (05 §2); the tool is what stands before. */
const toolOf = (rule: string): string => rule.split(':')[0] ?? rule

interface Props { id: string; label: string; value: readonly string[]; onChange: (names: string[]) => void }

/** Tools picked from those there are: a name that no tool has would bar nothing. */
export function ToolPicks({ id, label, value, onChange }: Props) {
  const t = useText()
  const { list, load } = useTools()
  useEffect(() => { if (!list) void load() }, [list, load])
  const names = useMemo(() => new Set(list?.tools.map((row) => row.name) ?? []), [list])
  const options = useMemo(() => [...names].filter((name) => !value.includes(name)).map((name) => ({ value: name, label: labelOf(t, name), own: doesOf(t, name) === null })).toSorted((a, b) => a.label.localeCompare(b.label)), [names, value, t])
  // A server that is switched off tells no names: its tools may well be there.
  const bars = (rule: string) => names.size === 0 || names.has(toolOf(rule)) || rule.startsWith('mcp__')
  return (
    <SettingRow label={label}>
      <div className="tool-picks" data-testid={id}>
        {value.map((rule) => (
          <span key={rule} className="tag tool-pick" data-testid="tool-pick" data-id={rule} data-kind={bars(rule) ? undefined : 'bad'}>
            <span data-user-content={doesOf(t, rule) === null ? '' : undefined}>{labelOf(t, rule)}</span>{!bars(rule) && <> · {t('profiles.noSuchTool')}</>}
            <IconButton label={t('profiles.toolRemove', { name: labelOf(t, rule) })} testId="tool-pick-remove" onClick={() => onChange(value.filter((one) => one !== rule))}><X size={12} aria-hidden /></IconButton>
          </span>
        ))}
        <SearchChoice label={t('profiles.toolAdd', { list: label })} hideLabel value="" options={[{ value: '', label: t('profiles.toolPick'), prompt: true }, ...options]} testId={`${id}-add`} onPick={(name) => onChange([...value, name])} />
      </div>
    </SettingRow>
  )
}
