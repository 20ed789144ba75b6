/** What is wrong and what to write instead, in the author's language. */
export interface Said { zh: readonly [message: string, fix: string]; en: readonly [message: string, fix: string] }
export type Locale = 'zh' | 'en'

const list = (names: readonly string[]): string => names.join(', ')

/** What can be wrong in any file of `world/`. */
export const texts = {
  tooLarge: (bytes: number): Said => ({ zh: [`文件有 ${bytes} 字节，超过了 256 KB`, '请精简它。'], en: [`the file has ${bytes} bytes, more than 256 KB`, 'Shorten it.'] }),
  noText: (why: string): Said => ({ zh: ['这不是可用的文本文件', `换成 UTF-8 编码的普通文件。（${why}）`], en: [`this is no usable text file: ${why}`, 'Put a plain UTF-8 file in its place.'] }),
  syntax: (why: string): Said => ({ zh: ['这里不合 YAML 的写法', /tab/i.test(why) ? '缩进要用空格，不能用制表符（Tab）。' : '请检查这一行的缩进、冒号、引号和括号。'], en: [why, 'Look at the indentation, colons, quotes and brackets of this line.'] }),
  version: (): Said => ({ zh: ['%YAML 要求的不是 1.2 版', '去掉 %YAML 这一行。'], en: ['%YAML asks for another version than 1.2', 'Remove the %YAML line.'] }),
  alias: (name: string): Said => ({ zh: [`不能用别名（*${name}）`, '把内容原样写出来。'], en: [`an alias (*${name}) is not allowed`, 'Write the value out.'] }),
  anchor: (name: string): Said => ({ zh: [`不能用锚点（&${name}）`, '去掉它，各处都把内容写出来。'], en: [`an anchor (&${name}) is not allowed`, 'Remove it and write each value out.'] }),
  tag: (name: string): Said => ({ zh: [`不能用标签（${name}）`, '去掉它；文字可以放进引号里。'], en: [`a tag (${name}) is not allowed`, 'Remove it; put text in quotes instead.'] }),
  merge: (): Said => ({ zh: ['不能用合并键（<<）', '把各个键写出来。'], en: ['a merge key (<<) is not allowed', 'Write the keys out.'] }),
  reserved: (name: string): Said => ({ zh: [`“${name}”不能做名称`, '换一个名称。'], en: [`"${name}" cannot be a name`, 'Choose another name.'] }),
  twice: (name: string): Said => ({ zh: [`“${name}”在这里写了两次`, '去掉其中一个。'], en: [`"${name}" stands here twice`, 'Remove one of the two.'] }),
  deep: (): Said => ({ zh: ['嵌套太深', '减少层数。'], en: ['the nesting is too deep', 'Use fewer levels.'] }),
  unreadable: (): Said => ({ zh: ['这个内容读不懂', '写成文字、数字、true 或 false。'], en: ['the value cannot be read', 'Write text, a number, true or false.'] }),
  key: (): Said => ({ zh: ['冒号前面要有一个名称', '在冒号前面写一个名称。'], en: ['a key must be a plain word', 'Write a name before the colon.'] }),
  notMap: (allowed: readonly string[]): Said => {
    const sample = allowed.slice(0, 3).map((name) => `${name}: …`).join(', ')
    return { zh: ['这里要写成“名称: 内容”', `例如 ${sample}`], en: ['this must hold named values', `Write ${sample}`] }
  },
  unknown: (name: string, allowed: readonly string[], near: string | undefined): Said => ({
    zh: [`这里没有“${name}”这一项`, `${near === undefined ? '' : `是不是 ${near}？`}可以写：${list(allowed)}`],
    en: [`"${name}" is not known here`, `${near === undefined ? '' : `Did you mean ${near}? `}Allowed: ${list(allowed)}`],
  }),
  missing: (name: string, sample: string): Said => ({ zh: [`缺少“${name}”`, `写上 ${sample}`], en: [`"${name}" is missing`, `Write ${sample}`] }),
  notText: (sample: string): Said => ({ zh: ['这里要写文字', `例如 ${sample}；数字要放进引号里`], en: ['this must be text', `Write e.g. ${sample}; put a number in quotes`] }),
  notList: (sample: string): Said => ({ zh: ['这里要写一个列表', `例如 ${sample}`], en: ['this must be a list', `Write e.g. ${sample}`] }),
  notWhole: (min: number, max: number): Said => ({ zh: [`这里要写 ${min} 到 ${max} 之间的整数`, '改成这样的整数。'], en: [`this must be a whole number from ${min} to ${max}`, 'Write such a number.'] }),
  tooMany: (found: number, max: number): Said => ({ zh: [`有 ${found} 个，最多 ${max} 个`, '减少一些。'], en: [`there are ${found}, at most ${max} are allowed`, 'Remove some.'] }),
}
