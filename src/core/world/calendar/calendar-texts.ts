import type { Said } from '../problem-texts'

const braces = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(' ')

/** What can be wrong in `world/calendar.yaml` beyond its YAML. */
export const calendarTexts = {
  kind: (): Said => ({ zh: ['kind 只能是 gregorian、simple 或 custom', '公历写 kind: gregorian'], en: ['kind must be gregorian, simple or custom', 'Write kind: gregorian for the civil calendar'] }),
  empty: (): Said => ({ zh: ['历法文件是空的', '写上 kind: gregorian，或从模板里选一种历法'], en: ['the calendar file is empty', 'Write kind: gregorian, or take a calendar from the templates'] }),
  token: (name: string, known: readonly string[]): Said => ({ zh: [`格式里的 {${name}} 不认识`, `可以用 ${braces(known)}`], en: [`the format has an unknown {${name}}`, `Use ${braces(known)}`] }),
  brace: (): Said => ({ zh: ['格式里有落单的花括号', '写成 {year}，要固定位数写成 {hour:02}'], en: ['a brace in the format stands alone', 'Write {year}, or {hour:02} for a fixed number of digits'] }),
  noYear: (): Said => ({ zh: ['格式里既没有 {year}，也没有 {daysLeft} 或 {dayNumber}', '加上 {year}'], en: ['the format has neither {year} nor {daysLeft} or {dayNumber}', 'Add {year}'] }),
  gap: (fine: string, coarse: readonly string[]): Said => ({ zh: [`格式里有 {${fine}}，却缺少 ${braces(coarse)}`, `加上 ${braces(coarse.slice(0, 1))}`], en: [`the format prints {${fine}} without ${braces(coarse)}`, `Add ${braces(coarse.slice(0, 1))}`] }),
  alike: (one: string, other: string): Said => ({
    zh: [`“${one}”和“${other}”印出来分不清`, '在格式里加上 {era}，并给它们不同的名称（公元后可以是空的：eraAfter: ""）'],
    en: [`"${one}" and "${other}" print alike`, 'Put {era} into the format and give them different names (after zero it may be empty: eraAfter: "")'],
  }),
  noNext: (): Said => ({ zh: ['{daysLeft} 数到下一个纪年，这里没有下一个', '改用 {dayNumber}，或在后面再写一个纪年'], en: ['{daysLeft} counts to the next era and there is none', 'Use {dayNumber}, or add an era after this one'] }),
  noStart: (): Said => ({ zh: ['{dayNumber} 从纪年的第一天数起，这个纪年没有 from', '改用 {daysLeft}，或写上 from: [年, 月, 日]'], en: ['{dayNumber} counts from the first day of the era, which has no from', 'Use {daysLeft}, or write from: [year, month, day]'] }),
  onlyEra: (): Said => ({ zh: ['唯一的纪年必须有 from', '写上 from: [1, 1, 1]'], en: ['the only era needs a from', 'Write from: [1, 1, 1]'] }),
  from: (): Said => ({ zh: ['只有第一个纪年可以不写 from', '写上 from: [年, 月, 日]'], en: ['only the first era may lack from', 'Write from: [year, month, day]'] }),
  order: (): Said => ({ zh: ['纪年要按先后排列，日期不能相同', '把较早的纪年写在前面'], en: ['eras must ascend, no two on one day', 'Write the earlier era first'] }),
  noDate: (): Said => ({ zh: ['历法里没有这一天', '检查月份、日子和闰日'], en: ['there is no such day in this calendar', 'Check month, day and leap day'] }),
  triple: (): Said => ({ zh: ['这里要写 [年, 月, 日] 三个整数', '例如 [1, 1, 1]'], en: ['this must be three whole numbers [year, month, day]', 'Write e.g. [1, 1, 1]'] }),
  tokenName: (name: string): Said => ({ zh: [`“${name}”不能做单位的名称`, '用字母或汉字开头，不重复，也不用 era year month day 等已有的名称'], en: [`"${name}" cannot name a unit`, 'Start with a letter, use no name twice and none that the calendar has already'] }),
  names: (count: number): Said => ({ zh: [`这里要写 ${count} 个互不相同的名称`, '补齐或去掉重复的'], en: [`this must list ${count} names, all different`, 'Add what is missing or remove doubles'] }),
  someNames: (): Said => ({ zh: ['这里要写至少一个名称，不留空', '例如 names: [甲, 乙]'], en: ['this must list at least one name, none of them empty', 'Write e.g. names: [one, two]'] }),
  clock: (total: string, daySeconds: number): Said => ({ zh: [`一天 ${daySeconds} 秒分不成整数份（${total}）`, '改 ratio，让一天能整除'], en: [`a day of ${daySeconds} seconds cannot be divided evenly (${total})`, 'Change a ratio so that the day divides'] }),
  unless: (): Said => ({ zh: ['有 unless 就要有 except', '写上 except，或去掉 unless'], en: ['unless needs except', 'Write except, or remove unless'] }),
  extraName: (name: string): Said => ({ zh: [`“${name}”在那一年已经有了`, '换一个名称，例如 闰九月'], en: [`that year has a month "${name}" already`, 'Choose another name'] }),
  extraPlace: (): Said => ({ zh: ['同一年的同一个月之后只能有一个闰月', '合成一个，或放到别的月份之后'], en: ['only one month can be put in after the same month of a year', 'Join them, or put one after another month'] }),
  dayNames: (count: number): Said => ({ zh: [`dayNames 要有 ${count} 个互不相同的名称，最长的月有这么多天`, '补齐或去掉重复的'], en: [`dayNames needs ${count} different names, as many as the longest month has days`, 'Add what is missing or remove doubles'] }),
  of: (known: readonly string[]): Said => ({ zh: ['of 要写一个单位', `可以写 ${known.join(', ')}`], en: ['of must name a unit', `Write one of ${known.join(', ')}`] }),
  at0: (count: number): Said => ({ zh: [`at0 要在 0 到 ${count - 1} 之间`, '写零时刻是第几个，从 0 数起'], en: [`at0 must be from 0 to ${count - 1}`, 'Write which name is at instant 0, counted from 0'] }),
  roundTrip: (text: string, instant: bigint): Said => ({
    zh: [`时刻 ${instant} 写成“${text}”后读不回来`, '在格式里用分隔的字把数字隔开，并让名称互不相同'],
    en: [`the instant ${instant} is written "${text}", which cannot be read back`, 'Separate the numbers in the format and make all names different'],
  }),
}
