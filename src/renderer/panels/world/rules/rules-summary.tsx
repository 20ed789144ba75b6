import type { Attr, ItemAttr } from '@shared/world-schema'
import { useText } from '../../../i18n/text'
import { useWorld } from '../../../stores/world'
import { isOwnType, typeText } from '../words'

type T = ReturnType<typeof useText>

/** What an attribute holds, in words. */
function kindWords(t: T, attr: Attr | ItemAttr): string {
  switch (attr.kind) {
    case 'list': case 'collection': return t(attr.kind === 'list' ? 'world.holds.list' : 'world.holds.collection', { item: kindWords(t, attr.item) })
    case 'embedding': return t('world.holds.embedding')
    case 'object': return attr.item ? t('world.holds.keys', { item: kindWords(t, attr.item) }) : t('world.holds.group')
    case 'scalar': return t(`world.holds.${attr.type}`)
  }
}

function AttrLine({ name, attr, depth }: { name: string; attr: Attr; depth: number }) {
  const t = useText()
  return (
    <>
      <li style={{ paddingInlineStart: depth * 14 }}><span data-user-content title={attr.desc}>{attr.label ?? name}</span><span className="muted">{kindWords(t, attr)}</span></li>
      {attr.kind === 'object' && Object.entries(attr.fields ?? {}).map(([field, inner]) => <AttrLine key={field} name={field} attr={inner} depth={depth + 1} />)}
    </>
  )
}

/** The schema as a list of types and what each can hold. */
export function RulesSummary() {
  const t = useText()
  const types = useWorld((s) => s.files?.schema.types) ?? {}
  return (
    <div className="rules-summary" data-testid="rules-summary">
      {Object.entries(types).map(([name, type]) => (
        <section key={name}>
          <h2 data-user-content={isOwnType(name, types) ? '' : undefined}>{typeText(t, name, types)}</h2>
          {Object.keys(type.attrs).length === 0 ? <p className="muted small">{t('world.noAttrs')}</p> : <ul>{Object.entries(type.attrs).map(([attr, one]) => <AttrLine key={attr} name={attr} attr={one} depth={0} />)}</ul>}
        </section>
      ))}
    </div>
  )
}
