import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { shownKeys } from '../../commands/keys'
import { allCommands } from '../../commands/registry'
import { useText } from '../../i18n/text'
import { useLayout } from '../../stores/layout'
import { useStory } from '../../stores/story'

/** Mod+P: chapters and commands by name. */
export function QuickOpen() {
  const t = useText()
  const { quickOpen, setQuickOpen, openText } = useLayout()
  const outline = useStory((s) => s.outline)
  const chapters = outline ? [...outline.acts.flatMap((act) => act.chapters), ...outline.ungrouped] : []
  const close = (then: () => void) => () => { setQuickOpen(false); then() }
  return (
    <Dialog.Root open={quickOpen} onOpenChange={setQuickOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-back" />
        <Dialog.Content className="dialog quick-open" data-testid="quick-open" aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">{t('frame.quickOpen')}</Dialog.Title>
          <Command label={t('frame.quickOpen')} loop>
            <Command.Input className="input" placeholder={t('frame.quickOpenHint')} />
            <Command.List label={t('frame.quickOpen')}>
              <Command.Empty>{t('frame.quickOpenNone')}</Command.Empty>
              <Command.Group heading={t('frame.quickChapters')}>
                {chapters.flatMap((chapter) => chapter.prose.slice(0, 1).map((prose) => (
                  <Command.Item key={prose.path} className="quick-chapter" value={`${chapter.number} ${chapter.title} ${prose.path}`} onSelect={close(() => openText(prose.path))}>
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
