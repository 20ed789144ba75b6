/** `Type` of a workflow: builds JSON Schemas. An object is closed, and what is not Optional is required. */
export const types = String.raw`
const optional = new WeakSet()
const isOptional = (schema) => apply(setHas, optional, [schema])
const schemaOf = (base) => (more) => ({ ...base, ...more })
const Type = freeze({
  String: schemaOf({ type: 'string' }), Number: schemaOf({ type: 'number' }), Integer: schemaOf({ type: 'integer' }), Boolean: schemaOf({ type: 'boolean' }),
  Null: schemaOf({ type: 'null' }), Any: schemaOf({}), Unknown: schemaOf({}),
  Literal: (value, more) => ({ const: value, ...more }),
  Enum: (values, more) => ({ enum: [...values], ...more }),
  Array: (items, more) => ({ type: 'array', items, ...more }),
  Union: (choices, more) => ({ anyOf: [...choices], ...more }),
  Record: (value, more) => ({ type: 'object', additionalProperties: value, ...more }),
  Optional: (schema) => {
    const copy = { ...schema }
    apply(setAdd, optional, [copy])
    return copy
  },
  Object: (properties, more) => ({ type: 'object', additionalProperties: false, required: keysOf(properties).filter((key) => !isOptional(properties[key])), properties, ...more }),
})
`
