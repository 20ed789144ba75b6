import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useMemo, useState } from 'react'
import type { ChapterRow } from '@shared/procedures/story'
import { useText } from '../../../i18n/text'
import { useBoard } from '../../../stores/board'
import { useStory } from '../../../stores/story'
import { moveRow } from './board-actions'
import { foundOptions, mostShown } from '../fields/find-options'
import { readingOrder } from '../tree-moves'
import { scenesOf } from './board-model'

const labelled = (chapter: ChapterRow) => ({ chapter, label: `${chapter.number} ${chapter.title}` })

function Chapters({ sceneId, onDone }: { sceneId: string; onDone: () => void }) {
  const t = useText()
  const outline = useStory((s) => s.outline)
  const [typed, setTyped] = useState('')
  const own = scenesOf(outline).find((scene) => scene.id === sceneId)?.chapterId ?? null
  const chapters = useMemo(() => (outline ? readingOrder(outline).filter(({ id }) => id !== own).map(labelled) : []), [outline, own])
  const put = (parent: string | null, index: number) => { onDone(); void moveRow({ kind: 'scene', id: sceneId, list: 'chapter', parent, index }) }
  return (
    <Command label={t('board.toChapter')} shouldFilter={false} loop>
      <Command.Input className="input" data-testid="chapter-picker-input" placeholder={t('board.toChapterHint')} value={typed} onValueChange={setTyped} />
      <Command.List label={t('board.field.chapter')}>
        <Command.Empty>{t('board.noSuchChapter')}</Command.Empty>
        {foundOptions(chapters, typed).slice(0, mostShown).map(({ chapter }) => (
          <Command.Item key={chapter.id} className="quick-chapter" value={`chapter ${chapter.id}`} data-testid="chapter-picker-row" data-id={chapter.id} onSelect={() => put(chapter.id, chapter.scenes.length)}>
            <span className="muted">{chapter.number}</span><span data-user-content>{chapter.title}</span>
          </Command.Item>
        ))}
        {own !== null && typed.trim() === '' && <Command.Item className="quick-chapter" value="none" data-testid="chapter-picker-none" onSelect={() => put(null, 0)}><span className="muted" /><span>{t('board.outOfChapter')}</span></Command.Item>}
      </Command.List>
    </Command>
  )
}

/** Into which chapter a scene goes: typed by number or title, chosen by arrows; it becomes the last there. */
export function ChapterPicker({ onClosed }: { onClosed: () => void }) {
  const t = useText()
  const sceneId = useBoard((s) => s.placing)
  const place = useBoard((s) => s.place)
  return (
    <Dialog.Root open={sceneId !== null} onOpenChange={(open) => { if (!open) place(null) }}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-back" />
        <Dialog.Content className="dialog quick-open" data-testid="chapter-picker" aria-describedby={undefined} onCloseAutoFocus={(event) => { event.preventDefault(); onClosed() }}>
          <Dialog.Title className="visually-hidden">{t('board.toChapter')}</Dialog.Title>
          {sceneId !== null && <Chapters sceneId={sceneId} onDone={() => place(null)} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
