import { addCommands, type Command } from '../../commands/registry'
import { neighbour } from '../../editor-core/reading-order'
import { useApp } from '../../stores/app'
import { useEditorView } from '../../stores/editor'
import { useLayout } from '../../stores/layout'
import { useStory } from '../../stores/story'
import { copyTextForWeb } from './clipboard'
import { selectedText } from './finder'
import { keepNamed } from './version-actions'

const path = () => useLayout.getState().activePath
const hasText = () => useApp.getState().project !== null && useLayout.getState().centre === 'editor' && path() !== null

function go(step: -1 | 1): void {
  const to = neighbour(useStory.getState().outline, path(), step)
  if (to !== null) useLayout.getState().openText(to)
}

const commands: Command[] = [
  { id: 'saveVersion', label: 'command.saveVersion', keys: 'Mod+S', when: hasText, run: () => { const at = path(); if (at !== null) void keepNamed(at, null) } },
  { id: 'history', label: 'command.history', keys: 'Mod+Alt+H', when: hasText, run: () => useEditorView.getState().toggleHistory() },
  { id: 'find', label: 'command.find', keys: 'Mod+F', when: hasText, run: () => useEditorView.getState().openFind(selectedText()) },
  { id: 'previousChapter', label: 'command.previousChapter', keys: 'Mod+Alt+↑', when: hasText, run: () => go(-1) },
  { id: 'nextChapter', label: 'command.nextChapter', keys: 'Mod+Alt+↓', when: hasText, run: () => go(1) },
  { id: 'copyForWeb', label: 'command.copyForWeb', when: hasText, run: () => void copyTextForWeb() },
]

export const addEditorCommands = (): (() => void) => addCommands(commands)
