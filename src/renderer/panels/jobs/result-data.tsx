import type { Data } from '@shared/result-text'
import { visibleText } from '@shared/visible-text'
import { fieldName, valueText } from './result-words'

type Fields = { readonly [name: string]: Data }
const isList = (value: Data): value is readonly Data[] => Array.isArray(value)
const isSingle = (value: Data): value is null | boolean | number | string => value === null || typeof value !== 'object'

function Value({ value, field }: { value: Data; field: string }) {
  if (isSingle(value)) return <span className="data-text" data-user-content={typeof value === 'string' || undefined}>{visibleText(valueText(value, field))}</span>
  if (!isList(value)) return <Named fields={value as Fields} />
  if (value.length === 0) return <span className="muted">{valueText(null, field)}</span>
  return <ol className="data-list" data-plain={value.every(isSingle) || undefined}>{value.map((one, at) => <li key={at}><Value value={one} field={field} /></li>)}</ol>
}

function Named({ fields }: { fields: Fields }) {
  return (
    <dl className="data-fields">{Object.entries(fields).map(([name, value]) => {
      const label = fieldName(name)
      return <div key={name} data-id={name} data-deep={isSingle(value) ? undefined : 'true'}><dt data-user-content={label === null || undefined}>{label ?? visibleText(name)}</dt><dd><Value value={value} field={name} /></dd></div>
    })}</dl>
  )
}

/** What a workflow reports, as named parts and lists to read. */
export function ResultData({ data }: { data: Data }) {
  return <div className="result-data" data-testid="result-data"><Value value={data} field="" /></div>
}
