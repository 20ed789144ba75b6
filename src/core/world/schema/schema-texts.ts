import type { Said } from '../problem-texts'

const list = (names: readonly string[]): string => names.join(', ')

/** What can be wrong in `world/schema.yaml` beyond its YAML. */
export const schemaTexts = {
  version: (): Said => ({ zh: ['version 只能是 1', '写上 version: 1'], en: ['version must be 1', 'Write version: 1'] }),
  name: (name: string): Said => ({
    zh: [`“${name}”不能做名称`, '名称长 1 到 64 个字符，不含空白、/ ~ .，也不能是 __proto__ constructor prototype'],
    en: [`"${name}" cannot be a name`, 'A name has 1 to 64 characters without space / ~ . and is not __proto__ constructor prototype'],
  }),
  attr: (): Said => ({ zh: ['读不懂这个属性', '写成 int、float、string、bool、ref(类型)，或 {type: …}、{kind: …}'], en: ['this attribute cannot be understood', 'Write int, float, string, bool, ref(TYPE), or {type: …}, {kind: …}'] }),
  item: (): Said => ({ zh: ['条目只能是单个值，或写明 fields 的 object', '例如 item: string 或 item: {kind: object, fields: {note: string}}'], en: ['an item is a single value or an object with fields', 'Write e.g. item: string or item: {kind: object, fields: {note: string}}'] }),
  type: (word: string): Said => ({ zh: [`没有“${word}”这种值`, '可以写 int、float、string、bool、enum、ref(类型)、ref(*)'], en: [`"${word}" is no kind of value`, 'Write int, float, string, bool, enum, ref(TYPE) or ref(*)'] }),
  kind: (word: string): Said => ({ zh: [`没有“${word}”这种属性`, '可以写 list、collection、object、embedding'], en: [`"${word}" is no kind of attribute`, 'Write list, collection, object or embedding'] }),
  enumShort: (): Said => ({ zh: ['enum 要列出可选的值', '写成 {type: enum, values: [甲, 乙]}'], en: ['an enum needs its values', 'Write {type: enum, values: [one, two]}'] }),
  values: (): Said => ({ zh: ['values 要列出至少一个、互不相同的文字', '写成 values: [甲, 乙]；数字要放进引号里'], en: ['values must list at least one text, all different', 'Write values: [one, two]; put numbers in quotes'] }),
  target: (type: string, known: readonly string[]): Said => ({
    zh: [`没有声明“${type}”这个类型`, `先在 types 里写上它，或指向 ${known.length === 0 ? '已有的类型' : list(known)}，或写 ref(*)`],
    en: [`the type "${type}" is not declared`, `Declare it under types, or refer to ${known.length === 0 ? 'a declared type' : list(known)}, or write ref(*)`],
  }),
  object: (): Said => ({ zh: ['object 要么写 fields，要么写 item', '固定的名称用 fields: {…}，任意的名称用 item: …'], en: ['an object has either fields or item', 'Use fields: {…} for fixed names, item: … for any names'] }),
  form: (): Said => ({ zh: ['form 只能是 array 或 record', '写成 form: array 或 form: record'], en: ['form must be array or record', 'Write form: array or form: record'] }),
  nesting: (max: number): Said => ({ zh: [`属性嵌套超过了 ${max} 层`, '把里面的层次拆成单独的主体，用 ref 相连'], en: [`attributes are nested deeper than ${max}`, 'Make the inner part a subject of its own and link it with ref'] }),
  default: (expected: { zh: string; en: string }, actual: string): Said => ({ zh: [`默认值 ${actual} 不合这个属性`, `要写：${expected.zh}`], en: [`the default ${actual} does not fit`, `Expected: ${expected.en}`] }),
}
