import { Menu } from 'electron'
import type { MenuItemConstructorOptions } from 'electron'

/** No accelerators beside those the system needs: Ctrl+B and its kin belong to the window (09 §1 Keys). */
export function setMenu(platform: NodeJS.Platform): void {
  if (platform !== 'darwin') return Menu.setApplicationMenu(null)
  const template: MenuItemConstructorOptions[] = [
    { role: 'appMenu' },
    { role: 'editMenu' },
    { role: 'window', submenu: [{ role: 'minimize' }, { role: 'zoom' }, { role: 'togglefullscreen' }, { type: 'separator' }, { role: 'front' }] },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
