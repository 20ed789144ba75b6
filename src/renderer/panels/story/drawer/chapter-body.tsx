import type { BriefKey, Chapter } from '@shared/story'
import { useText } from '../../../i18n/text'
import { useChapterDrawer } from '../../../stores/chapter-drawer'
import { useStory } from '../../../stores/story'
import { LateLoading } from '../../../ui/late-loading'
import { chaptersOf } from '../board/board-model'
import { AutoText } from '../fields/auto-text'
import { Choice } from '../fields/choice'
import { save } from '../story-changes'
import { ChapterProse } from './chapter-prose'
import { ChapterScenes } from './chapter-scenes'
import { DrawerSection } from './drawer-section'
import { ReadinessLine } from './readiness-line'
import { WriterBrief } from './writer-brief'

/** The 11 fields in the order of the writer's brief (02 §11). */
const groups: readonly { title: 'board.brief.landing' | 'board.brief.telling' | 'board.brief.knowing' | 'board.brief.pull' | 'board.brief.not'; keys: readonly BriefKey[] }[] = [
  { title: 'board.brief.landing', keys: ['goal', 'ending'] }, { title: 'board.brief.telling', keys: ['pov', 'tone'] },
  { title: 'board.brief.knowing', keys: ['readerKnows', 'protagonistKnows', 'mustHide', 'hintOnly'] }, { title: 'board.brief.pull', keys: ['pacing', 'opening'] }, { title: 'board.brief.not', keys: ['doNotWrite'] },
]

function BriefFields({ chapter }: { chapter: Chapter }) {
  const t = useText()
  return groups.map(({ title, keys }) => (
    <DrawerSection key={title} title={t(title)}>
      {keys.map((key) => <AutoText key={key} at={{ kind: 'chapter', id: chapter.id, field: `brief.${key}` }} value={chapter.brief[key] ?? ''} label={t(`board.field.${key}`)} hint={t(`board.hint.${key}`)} testId="brief-field" />)}
    </DrawerSection>
  ))
}

function Basics({ chapter }: { chapter: Chapter }) {
  const t = useText()
  const outline = useStory((s) => s.outline)
  const acts = [{ value: '', label: t('story.ungrouped') }, ...(outline?.acts ?? []).map(({ act }) => ({ value: act.id, label: act.title, own: true }))]
  return (
    <div className="drawer-fields">
      <AutoText at={{ kind: 'chapter', id: chapter.id, field: 'title' }} value={chapter.title} label={t('board.field.title')} single max={120} className="drawer-title" testId="chapter-title" />
      <Choice label={t('board.field.act')} value={chapter.actId ?? ''} options={acts} testId="chapter-act" onPick={(actId) => save({ kind: 'chapter', id: chapter.id, fields: { actId: actId === '' ? null : actId } })} />
      <AutoText at={{ kind: 'chapter', id: chapter.id, field: 'note' }} value={chapter.note ?? ''} label={t('board.field.note')} hint={t('board.hint.note')} testId="chapter-note" />
    </div>
  )
}

/** A chapter's plan: act, note, the 11 brief fields, readiness, scenes, texts, what its writer is told (09 §3). */
export function ChapterBody({ id }: { id: string }) {
  const t = useText()
  const loaded = useChapterDrawer((s) => s.chapter)
  const outline = useStory((s) => s.outline)
  const fault = useChapterDrawer((s) => s.fault)
  if (!loaded || loaded.chapter.id !== id) return fault ? null : <LateLoading />
  const row = outline ? chaptersOf(outline).find((one) => one.id === id) : undefined
  return (
    <>
      {row && <p className="drawer-place muted">{t('board.chapterNumber', { number: row.number })} · {t('common.words', { count: row.words })}</p>}
      <ReadinessLine chapterId={id} scenes={loaded.scenes} />
      <Basics chapter={loaded.chapter} />
      <BriefFields chapter={loaded.chapter} />
      <ChapterScenes chapterId={id} scenes={loaded.scenes} />
      <ChapterProse name={loaded.chapter.name} prose={loaded.prose} lost={loaded.lost} />
      <WriterBrief chapterId={id} />
    </>
  )
}
