import { ContextMenu, DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

export interface MenuEntry { label: string; keys?: string; disabled?: boolean; testId?: string; onSelect: () => void }
export type MenuRow = MenuEntry | 'separator'
/** The rows of a menu; a function is asked only when the menu opens, so that long lists need not work them out for every row. */
export type MenuRows = readonly MenuRow[] | (() => readonly MenuRow[])

interface ItemsProps { entries: MenuRows; Item: typeof DropdownMenu.Item | typeof ContextMenu.Item; Separator: typeof DropdownMenu.Separator | typeof ContextMenu.Separator }

function Items({ entries, Item, Separator }: ItemsProps) {
  const rows = typeof entries === 'function' ? entries() : entries
  return rows.map((entry, index) => entry === 'separator'
    ? <Separator key={`s${index}`} className="menu-separator" />
    : (
        <Item key={entry.label} className="menu-item" disabled={entry.disabled ?? false} data-testid={entry.testId} onSelect={entry.onSelect}>
          <span>{entry.label}</span>{entry.keys && <span className="keys">{entry.keys}</span>}
        </Item>
      ))
}

/** Menus live inside the page's main part, so that nothing stands outside a landmark. */
const place = () => document.querySelector('main')

/** A menu behind a button. */
export function ButtonMenu({ trigger, entries }: { trigger: ReactNode; entries: MenuRows }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place()}><DropdownMenu.Content className="menu" align="end" sideOffset={4}><Items entries={entries} Item={DropdownMenu.Item} Separator={DropdownMenu.Separator} /></DropdownMenu.Content></DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** The same on the right button, Shift+F10 and the Menu key. */
export function RowMenu({ children, entries }: { children: ReactNode; entries: MenuRows }) {
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal container={place()}><ContextMenu.Content className="menu"><Items entries={entries} Item={ContextMenu.Item} Separator={ContextMenu.Separator} /></ContextMenu.Content></ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
