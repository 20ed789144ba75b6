import { useText } from '../../i18n/text'
import { isObject, type JsonObject } from './json-object'

type Json = Readonly<JsonObject>

/** A kind of value as the schema says it, in short. */
function kindOf(node: Json): string {
  if (Array.isArray(node['enum'])) return node['enum'].map(String).join(' | ')
  const union = node['anyOf'] ?? node['oneOf']
  if (Array.isArray(union)) return union.filter(isObject).map(kindOf).join(' | ')
  const type = Array.isArray(node['type']) ? node['type'].join(' | ') : typeof node['type'] === 'string' ? node['type'] : ''
  const items = node['items']
  return type === 'array' && isObject(items) ? `${kindOf(items)}[]` : typeof node['format'] === 'string' ? `${type} (${node['format']})` : type
}

/** The parameters of an input schema, one row each. */
export function Parameters({ schema }: { schema: unknown }) {
  const t = useText()
  const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {}
  const required = isObject(schema) && Array.isArray(schema['required']) ? schema['required'] : []
  const rows = Object.entries(properties).filter((entry): entry is [string, Json] => isObject(entry[1]))
  if (rows.length === 0) return <p className="muted">{t('tools.noParams')}</p>
  return (
    <table className="tool-params"><tbody>
      {rows.map(([name, node]) => (
        <tr key={name} data-testid="tool-param" data-id={name}>
          <th scope="row"><code data-user-content>{name}</code><span className="muted">{t(required.includes(name) ? 'tools.required' : 'tools.optional')}</span></th>
          <td><code className="tool-kind" data-user-content>{kindOf(node)}</code>{typeof node['description'] === 'string' && <p data-user-content>{node['description']}</p>}</td>
        </tr>
      ))}
    </tbody></table>
  )
}
