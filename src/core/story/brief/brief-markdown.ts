import type { Chapter } from '@shared/story'
import type { BriefMode, BriefStatus, OpenDecision, PromiseTask, Reading } from '@shared/story-ledgers'
import type { BriefScene } from './brief-scene'
import type { BriefTexts } from './brief-texts'
import { field, inItem } from './field-line'
import { sceneBlock } from './scene-block'

export interface BriefParts {
  chapter: Chapter; mode: BriefMode; status: BriefStatus; scenes: readonly BriefScene[]; warnings: readonly string[]; tasks: readonly PromiseTask[]; questions: readonly OpenDecision[]; reading: readonly Reading[]
}

function chapterSections({ chapter: { brief }, warnings }: BriefParts, texts: BriefTexts): [string, string[]][] {
  const lines = (...keys: ('goal' | 'ending' | 'pov' | 'tone' | 'readerKnows' | 'protagonistKnows' | 'mustHide' | 'hintOnly' | 'pacing' | 'opening')[]): string[] => keys.flatMap((key) => field(texts, key, brief[key]))
  const telling = lines('pov', 'tone')
  const knowledge = lines('readerKnows', 'protagonistKnows', 'mustHide', 'hintOnly')
  return [
    [texts.sections.goal, lines('goal', 'ending')], [texts.sections.telling, telling.length === 0 ? [] : [texts.overrides, '', ...telling]],
    [texts.sections.knowledge, knowledge.length === 0 ? [texts.nobodyKnows] : knowledge], [texts.sections.pace, lines('pacing', 'opening')],
    [texts.sections.forbidden, brief.doNotWrite ? [brief.doNotWrite] : []], [texts.sections.warnings, warnings.map((warning) => `- ${inItem(warning)}`)],
  ]
}

function taskLines(texts: BriefTexts, task: PromiseTask): string[] {
  const first = `- **${texts.labels[task.kind]}** ${task.promiseTitle} (${texts.scene(task.sceneId, task.sceneTitle)})${texts.colon}${texts.directives[task.kind]}`
  return [first, ...field(texts, 'note', task.note).map((line) => `  ${line}`), ...field(texts, 'expectation', task.payoffExpectation).map((line) => `  ${line}`)]
}

function questionLines(texts: BriefTexts, question: OpenDecision): string[] {
  const options = question.options.map(({ option, note }) => `    - ${inItem(option)}${note === null ? '' : `${texts.colon}${inItem(note)}`}`)
  return [
    `- **${question.title}**${texts.colon}${inItem(question.question)}`, ...(options.length === 0 ? [] : [`  - ${texts.fields.options}`, ...options]), `  - ${texts.fields.reason}${texts.colon}${question.reason}`,
  ]
}

/** The whole brief (02 §11): sections 0-10 in order, empty ones left out but the third. */
export function briefMarkdown(parts: BriefParts, texts: BriefTexts): string {
  const { chapter, mode, status, scenes, tasks, questions, reading } = parts
  const head = [`# ${texts.title(chapter.title)}`, '', texts.statusLine(chapter.name, texts.status[status]), '', texts.modes[mode]]
  const sections: [string, string[]][] = [
    ...chapterSections(parts, texts), [texts.sections.scenes, scenes.flatMap((scene, i) => [...(i === 0 ? [] : ['']), ...sceneBlock(scene, i + 1, mode, texts)])],
    [texts.sections.promises, tasks.flatMap((task) => taskLines(texts, task))],
    [texts.sections.questions, questions.length === 0 ? [] : [texts.keepOpen, '', ...questions.flatMap((question) => questionLines(texts, question))]],
    [texts.sections.reading, reading.map(({ path, relation, note }) => `- ${path} (${relation})${note === null ? '' : `${texts.colon}${inItem(note)}`}`)],
  ]
  return `${[...head, ...sections.flatMap(([title, lines]) => (lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines]))].join('\n')}\n`
}
