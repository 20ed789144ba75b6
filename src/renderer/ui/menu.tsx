import { ContextMenu, DropdownMenu } from 'radix-ui'
import { useRef, type ReactNode } from 'react'

export interface MenuEntry { label: string; keys?: string; disabled?: boolean; testId?: string; /** Goes elsewhere: runs once the menu is gone, and the keys do not come back to where it was. */ leaves?: boolean; onSelect: () => void }
export type MenuRow = MenuEntry | 'separator'
/** The rows of a menu; a function is asked only when the menu opens, so that long lists need not work them out for every row. */
export type MenuRows = readonly MenuRow[] | (() => readonly MenuRow[])

interface ItemsProps { entries: MenuRows; Item: typeof DropdownMenu.Item | typeof ContextMenu.Item; Separator: typeof DropdownMenu.Separator | typeof ContextMenu.Separator; select: (entry: MenuEntry) => void }

function Items({ entries, Item, Separator, select }: ItemsProps) {
  const rows = typeof entries === 'function' ? entries() : entries
  return rows.map((entry, index) => entry === 'separator'
    ? <Separator key={`s${index}`} className="menu-separator" />
    : (
        <Item key={entry.label} className="menu-item" disabled={entry.disabled ?? false} data-testid={entry.testId} onSelect={() => select(entry)}>
          <span>{entry.label}</span>{entry.keys && <span className="keys">{entry.keys}</span>}
        </Item>
      ))
}

/** What an entry that leads elsewhere does waits until the menu has let go of the focus. */
function useLeaving() {
  const waiting = useRef<MenuEntry | null>(null)
  const select = (entry: MenuEntry) => { if (entry.leaves) waiting.current = entry; else entry.onSelect() }
  const onCloseAutoFocus = (event: Event) => {
    const entry = waiting.current
    waiting.current = null
    if (!entry) return
    event.preventDefault()
    entry.onSelect()
  }
  return { select, onCloseAutoFocus }
}

/** Menus live inside the page's main part, so that nothing stands outside a landmark. */
const place = () => document.querySelector('main')

/** A menu behind a button. */
export function ButtonMenu({ trigger, entries }: { trigger: ReactNode; entries: MenuRows }) {
  const { select, onCloseAutoFocus } = useLeaving()
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place()}><DropdownMenu.Content className="menu" align="end" sideOffset={4} onCloseAutoFocus={onCloseAutoFocus}><Items entries={entries} Item={DropdownMenu.Item} Separator={DropdownMenu.Separator} select={select} /></DropdownMenu.Content></DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** The same on the right button, Shift+F10 and the Menu key. */
export function RowMenu({ children, entries }: { children: ReactNode; entries: MenuRows }) {
  const { select, onCloseAutoFocus } = useLeaving()
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal container={place()}><ContextMenu.Content className="menu" onCloseAutoFocus={onCloseAutoFocus}><Items entries={entries} Item={ContextMenu.Item} Separator={ContextMenu.Separator} select={select} /></ContextMenu.Content></ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
