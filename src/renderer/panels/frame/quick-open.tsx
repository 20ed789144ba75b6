import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useMemo, useRef, useState } from 'react'
import { shownKeys } from '../../commands/keys'
import { allCommands } from '../../commands/registry'
import { useText } from '../../i18n/text'
import { useLayout } from '../../stores/layout'
import { useStory } from '../../stores/story'
import { useReturn } from '../../ui/return-focus'
import { foundOptions, mostShown } from '../story/fields/find-options'
import { readingOrder } from '../story/tree-moves'

/** Chapters and commands that hold what was typed; of thousands only as many as one reads are drawn. */
function Found({ chosen }: { chosen: (run: () => void, goes?: boolean) => void }) {
  const t = useText()
  const outline = useStory((s) => s.outline)
  const openText = useLayout((s) => s.openText)
  const [typed, setTyped] = useState('')
  const texts = useMemo(() => (outline ? readingOrder(outline) : []).flatMap(({ number, title, prose }) => prose.slice(0, 1).map(({ path }) => ({ path, number, title, label: `${number} ${title}` }))), [outline])
  const commands = useMemo(() => allCommands().filter((command) => command.when?.() ?? true).map((command) => ({ command, name: t(command.label), label: `${t(command.label)} ${command.id}` })), [t])
  const [chapters, acts] = [foundOptions(texts, typed).slice(0, mostShown), foundOptions(commands, typed)]
  return (
    <Command label={t('frame.quickOpen')} shouldFilter={false} loop>
      <Command.Input className="input" placeholder={t('frame.quickOpenHint')} value={typed} onValueChange={setTyped} />
      <Command.List label={t('frame.quickOpen')}>
        <Command.Empty>{t('frame.quickOpenNone')}</Command.Empty>
        {chapters.length > 0 && (
          <Command.Group heading={t('frame.quickChapters')}>
            {chapters.map(({ path, number, title }) => (
              <Command.Item key={path} className="quick-chapter" value={`chapter ${path}`} data-testid="quick-chapter" onSelect={() => chosen(() => openText(path), true)}><span className="muted">{number}</span><span data-user-content>{title}</span></Command.Item>
            ))}
          </Command.Group>
        )}
        {acts.length > 0 && (
          <Command.Group heading={t('frame.quickCommands')}>
            {acts.map(({ command, name }) => <Command.Item key={command.id} value={`command ${command.id}`} onSelect={() => chosen(command.run)}><span>{name}</span>{command.keys && <span className="muted">{shownKeys(command.keys)}</span>}</Command.Item>)}
          </Command.Group>
        )}
      </Command.List>
    </Command>
  )
}

/** Mod+P: chapters and commands by name. */
export function QuickOpen() {
  const t = useText()
  const quickOpen = useLayout((s) => s.quickOpen)
  const setQuickOpen = useLayout((s) => s.setQuickOpen)
  const back = useReturn()
  const picked = useRef<{ run: () => void; goes: boolean } | null>(null)
  /** Runs once the list is gone, so that what is chosen may take the focus; a text takes it, after a command it is where it was. */
  const choose = (run: () => void, goes = false) => { picked.current = { run, goes }; setQuickOpen(false) }
  const closed = (event: Event) => {
    const now = picked.current
    picked.current = null
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
          <Found chosen={choose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
