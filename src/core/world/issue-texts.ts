import type { Finding, Label } from './findings'

export type Locale = 'zh-CN' | 'en'
/** What the texts of an issue name: the place by its label, the subject by its name, slices by title and time. */
export interface IssueNames { subject: string; place: string; slice: string | null; cause: string | null; finding: Finding }
export interface IssueText { title: string; message: string; whatHappened: string; whyItMatters: string; suggestedAction: string }

type Said = (names: IssueNames) => IssueText

const operation: Record<string, { zh: string; en: string }> = {
  replace: { zh: '改写', en: 'changes' }, increment: { zh: '增减', en: 'raises or lowers' }, append: { zh: '添加到', en: 'adds to' }, remove: { zh: '移除', en: 'removes from' },
}
const does = (finding: Finding, language: 'zh' | 'en'): string => operation[finding.op ?? 'replace']?.[language] ?? ''

const zh: Record<Label, Said> = {
  E1: ({ subject, place, slice, finding }) => ({
    title: `${subject}的“${place}”没有可以增减的底数`,
    message: `${slice}要${does(finding, 'zh')}${subject}的“${place}”，可是那时它还没有值，或者不是合适的值。`,
    whatHappened: `${slice}要${does(finding, 'zh')}${subject}的“${place}”，但在那之前没有设过它，或者它不是数字、不是列表，或者结果超出了范围。这一处变化被跳过了。`,
    whyItMatters: '之后的状态里不会有这一处变化，所以数目会对不上。',
    suggestedAction: `在${slice}之前先给“${place}”一个值，或者把这一处改成直接设定。`,
  }),
  E2: ({ subject, place, finding }) => ({
    title: `${subject}的“${place}”指向不合适的对象`,
    message: `${subject}的“${place}”应当指向一个合适的对象，现在不是（${finding.ref?.actual ?? ''}）。`,
    whatHappened: `按设定，${subject}的“${place}”应当是 ${finding.ref?.expected ?? ''}，现在是：${finding.ref?.actual ?? ''}。`,
    whyItMatters: '查人物关系和场景资料时，这条线会断掉。',
    suggestedAction: '登记缺少的对象，或者把这里改成指向另一个对象；也可以改设定里的类型。',
  }),
  E3: ({ subject, place, slice }) => ({
    title: `${subject}没有“${place}”这个位置`,
    message: `${slice}要写${subject}的“${place}”，可是那时没有这个位置。`,
    whatHappened: `${slice}要写${subject}的“${place}”，但上一层那时不是对象也不是列表，或者列表没有这么长。这一处变化被跳过了。`,
    whyItMatters: '之后的状态里不会有这一处变化。',
    suggestedAction: `先把上一层设成对象或列表，或者改掉${slice}里的这一处。`,
  }),
  E4: ({ subject, place, slice }) => ({
    title: `${subject}的“${place}”越过了指向别人的线`,
    message: `${slice}要写${subject}的“${place}”，可是中间是指向另一个对象的引用。`,
    whatHappened: `${slice}要写${subject}的“${place}”，路径中间那时是指向另一个对象的引用。这一处变化被跳过了。`,
    whyItMatters: '一个对象的变化只能写在它自己身上，所以这里什么也没有变。',
    suggestedAction: `把这一处改写到被指向的对象上，再从${slice}里去掉它。`,
  }),
  E5: ({ subject, place, slice }) => ({
    title: `${subject}的记忆“${place}”被整个改写`,
    message: `${slice}要整个改写${subject}的记忆“${place}”，这不允许。`,
    whatHappened: `“${place}”按设定是记忆，只能一条一条添加；${slice}却要整个改写它。这一处变化被跳过了。`,
    whyItMatters: '原来的记忆还在，新写的没有进去，也搜不到。',
    suggestedAction: `在${slice}里把每一条记忆分开写。`,
  }),
  A1: ({ subject, place, slice, cause }) => ({
    title: `${subject}后来的“${place}”换了底数`,
    message: `${cause}的改动让${slice}里${subject}的“${place}”从新的值算起。`,
    whatHappened: `${cause}改了${subject}的“${place}”；之后${slice}在它上面增减，所以结果变了。`,
    whyItMatters: '后面的数值和列表会跟着变，也许不是你想要的。',
    suggestedAction: `看看${slice}之后的状态对不对；不对就改那里的数。`,
  }),
  A2: ({ subject, place, slice, cause }) => ({
    title: `${subject}的“${place}”后来又被改写`,
    message: `${cause}的改动只到${slice}为止，那里又改写了${subject}的“${place}”。`,
    whatHappened: `${cause}改了${subject}的“${place}”，但${slice}又把它写成别的值或去掉了。`,
    whyItMatters: '这次改动从那一刻起就看不到了。',
    suggestedAction: `如果应当一直有效，请把${slice}里的那一处也改掉。`,
  }),
}

const en: Record<Label, Said> = {
  E1: ({ subject, place, slice, finding }) => ({
    title: `Nothing to count from: “${place}” of ${subject}`,
    message: `${slice} ${does(finding, 'en')} “${place}” of ${subject}, which has no fitting value at that time.`,
    whatHappened: `${slice} ${does(finding, 'en')} “${place}” of ${subject}, but before it nothing had set it, or it was no number or no list, or the result would leave the range. The change was skipped.`,
    whyItMatters: 'Later states lack this change, so the numbers do not add up.',
    suggestedAction: `Set “${place}” before ${slice}, or make this change set the value outright.`,
  }),
  E2: ({ subject, place, finding }) => ({
    title: `“${place}” of ${subject} refers to nothing fitting`,
    message: `“${place}” of ${subject} should refer to a fitting subject: ${finding.ref?.actual ?? ''}.`,
    whatHappened: `The schema wants ${finding.ref?.expected ?? ''} at “${place}” of ${subject}; there is: ${finding.ref?.actual ?? ''}.`,
    whyItMatters: 'Whoever follows this relation, or looks up a scene, finds nobody.',
    suggestedAction: 'Register the missing subject, refer to another one, or change the type in the schema.',
  }),
  E3: ({ subject, place, slice }) => ({
    title: `${subject} has no place “${place}”`,
    message: `${slice} writes “${place}” of ${subject}, a place that does not exist at that time.`,
    whatHappened: `${slice} writes “${place}” of ${subject}, but what is above it was neither an object nor a list then, or the list is shorter. The change was skipped.`,
    whyItMatters: 'Later states lack this change.',
    suggestedAction: `Make what is above it an object or a list first, or correct the change in ${slice}.`,
  }),
  E4: ({ subject, place, slice }) => ({
    title: `“${place}” of ${subject} reaches through to another subject`,
    message: `${slice} writes “${place}” of ${subject}, through a reference to another subject.`,
    whatHappened: `${slice} writes “${place}” of ${subject}; on the way stands a reference to another subject. The change was skipped.`,
    whyItMatters: 'A change belongs to the subject that changes, so nothing changed here.',
    suggestedAction: `Write the change for the subject that is referred to, and take it out of ${slice}.`,
  }),
  E5: ({ subject, place, slice }) => ({
    title: `The memory “${place}” of ${subject} was replaced whole`,
    message: `${slice} replaces the memory “${place}” of ${subject} as a whole, which is not possible.`,
    whatHappened: `By the schema “${place}” is a memory that grows text by text; ${slice} replaces it whole. The change was skipped.`,
    whyItMatters: 'The earlier memories are still there; the new ones are not, and cannot be found.',
    suggestedAction: `Write one change per remembered text in ${slice}.`,
  }),
  A1: ({ subject, place, slice, cause }) => ({
    title: `“${place}” of ${subject} now counts from another value`,
    message: `The change at ${cause} makes “${place}” of ${subject} in ${slice} count from a new value.`,
    whatHappened: `At ${cause} “${place}” of ${subject} is set; ${slice} adds to or takes from it later, so its result is another.`,
    whyItMatters: 'Later numbers and lists follow, perhaps not as you meant.',
    suggestedAction: `Look at the state after ${slice}; correct the amount there if it is wrong.`,
  }),
  A2: ({ subject, place, slice, cause }) => ({
    title: `“${place}” of ${subject} is overwritten later`,
    message: `The change at ${cause} lasts only until ${slice}, which sets “${place}” of ${subject} anew.`,
    whatHappened: `At ${cause} “${place}” of ${subject} changes, but ${slice} sets it to something else or removes it.`,
    whyItMatters: 'From then on nothing of this change is seen.',
    suggestedAction: `If it should last, correct the change in ${slice} too.`,
  }),
}

export const issueTexts: Record<Locale, { texts: Record<Label, Said>; slice(title: string, time: string): string; hidden: string }> = {
  'zh-CN': { texts: zh, slice: (title, time) => `“${title}”（${time}）`, hidden: '某处' },
  en: { texts: en, slice: (title, time) => `“${title}” (${time})`, hidden: 'some slice' },
}
