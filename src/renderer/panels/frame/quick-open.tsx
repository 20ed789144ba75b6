import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useRef } from 'react'
import { shownKeys } from '../../commands/keys'
import { allCommands } from '../../commands/registry'
import { useText } from '../../i18n/text'
import { useLayout } from '../../stores/layout'
import { useStory } from '../../stores/story'
import { useReturn } from '../../ui/return-focus'

/** Mod+P: chapters and commands by name. */
export function QuickOpen() {
  const t = useText()
  const { quickOpen, setQuickOpen, openText } = useLayout()
  const outline = useStory((s) => s.outline)
  const chapters = outline ? [...outline.acts.flatMap((act) => act.chapters), ...outline.ungrouped] : []
  const back = useReturn()
  const chosen = useRef<{ run: () => void; goes: boolean } | null>(null)
  /** Runs once the list is gone, so that what is chosen may take the focus; a text takes it, after a command it is where it was. */
  const close = (run: () => void, goes = false) => () => { chosen.current = { run, goes }; setQuickOpen(false) }
  const closed = (event: Event) => {
    const now = chosen.current
    chosen.current = null
    if (now?.goes) event.preventDefault()
    else back.onCloseAutoFocus(event)
    now?.run()
  }
  return (
    <Dialog.Root open={quickOpen} onOpenChange={setQuickOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-back" />
        <Dialog.Content className="dialog quick-open" data-testid="quick-open" aria-describedby={undefined} onOpenAutoFocus={back.onOpenAutoFocus} onCloseAutoFocus={closed}>
          <Dialog.Title className="visually-hidden">{t('frame.quickOpen')}</Dialog.Title>
          <Command label={t('frame.quickOpen')} loop>
            <Command.Input className="input" placeholder={t('frame.quickOpenHint')} />
            <Command.List label={t('frame.quickOpen')}>
              <Command.Empty>{t('frame.quickOpenNone')}</Command.Empty>
              <Command.Group heading={t('frame.quickChapters')}>
                {chapters.flatMap((chapter) => chapter.prose.slice(0, 1).map((prose) => (
                  <Command.Item key={prose.path} className="quick-chapter" value={`${chapter.number} ${chapter.title} ${prose.path}`} onSelect={close(() => openText(prose.path), true)}>
                    <span className="muted">{chapter.number}</span><span data-user-content>{chapter.title}</span>
                  </Command.Item>
                )))}
              </Command.Group>
              <Command.Group heading={t('frame.quickCommands')}>
                {(quickOpen ? allCommands() : []).filter((c) => c.when?.() ?? true).map((c) => (
                  <Command.Item key={c.id} value={`${t(c.label)} ${c.id}`} onSelect={close(c.run)}>
                    <span>{t(c.label)}</span>{c.keys && <span className="muted">{shownKeys(c.keys)}</span>}
                  </Command.Item>
                ))}
              </Command.Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
