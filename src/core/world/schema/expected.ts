import type { Locale } from '../problem-texts'
import type { Attr, ScalarAttr } from '../types'

export type ValueWords = Readonly<Record<Locale, string>>

/** What a whole value of the attribute looks like, in words of both languages. */
export function expectedValue(attr: Attr): ValueWords {
  switch (attr.kind) {
    case 'scalar': return expectedScalar(attr)
    case 'list': return wrap(attr.item, '列表，每项是', 'a list of: ')
    case 'collection': return wrap(attr.item, '互不相同的列表，每项是', 'a list of distinct values, each: ')
    case 'object': {
      if (attr.item !== undefined) return wrap(attr.item, '对象，每个值是', 'an object whose values are: ')
      const names = Object.keys(attr.fields ?? {}).join(', ')
      return { zh: `对象（${names}）`, en: `an object (${names})` }
    }
    case 'embedding': return attr.form === 'array' ? { zh: '[]（文字用追加 {text} 写入）', en: '[] (texts are appended as {text})' } : { zh: '{}（文字以 {text} 写在 /键 之下）', en: '{} (texts are put at /key as {text})' }
  }
}

function wrap(item: Attr, zh: string, en: string): ValueWords {
  const inner = expectedValue(item)
  return { zh: `${zh}${inner.zh}`, en: `${en}${inner.en}` }
}

function expectedScalar({ type, values, target }: ScalarAttr): ValueWords {
  switch (type) {
    case 'int': return { zh: '整数（不超过 ±9007199254740991）', en: 'a whole number within ±9007199254740991' }
    case 'float': return { zh: '数字', en: 'a finite number' }
    case 'string': return { zh: '文字', en: 'a string' }
    case 'bool': return { zh: 'true 或 false', en: 'true or false' }
    case 'enum': {
      const all = (values ?? []).map((value) => JSON.stringify(value)).join(', ')
      return { zh: `其中之一：${all}`, en: `one of ${all}` }
    }
    case 'ref': return target === undefined || target === '*' ? { zh: '引用 "subject://编号"', en: 'a reference "subject://id"' } : { zh: `指向 ${target} 的引用 "subject://编号"`, en: `a reference "subject://id" to a ${target}` }
  }
}
