import { ClipboardCopy, History } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { call } from '../../bridge/call'
import { shownKeys } from '../../commands/keys'
import { currentEditor } from '../../editor-core/current-editor'
import { chapterOf, nameOfPath } from '../../editor-core/reading-order'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useEditorView } from '../../stores/editor'
import { attempt } from '../../stores/notices'
import { useStory } from '../../stores/story'
import { useTexts } from '../../stores/texts'
import { IconButton } from '../../ui/button'
import { composing } from '../../ui/composing'
import { copyTextForWeb } from './clipboard'

/** The chapter's title, changed in place: Enter or leaving the field saves, Esc takes it back. */
function TitleField({ id, title, readOnly }: { id: string; title: string; readOnly: boolean }) {
  const t = useText()
  const [draft, setDraft] = useState<string | null>(null)
  const save = async () => {
    const next = draft?.trim() ?? ''
    if (draft !== null && next !== '' && next !== title && !await attempt(() => call('story.save', { project: projectId(), kind: 'chapter', id, fields: { title: next } }))) return
    await useStory.getState().load()
    setDraft(null)
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (composing(event)) return
    if (event.key === 'Enter') { event.preventDefault(); currentEditor()?.focus() }
    if (event.key === 'Escape') { event.stopPropagation(); setDraft(null); setTimeout(() => currentEditor()?.focus(), 0) }
  }
  return (
    <input className="editor-title" aria-label={t('editor.title')} data-testid="editor-title" data-user-content value={draft ?? title} readOnly={readOnly} maxLength={120} spellCheck={false}
      onChange={(event) => setDraft(event.target.value)} onBlur={() => void save()} onKeyDown={keys} />
  )
}

/** Title, 字数, history and copy for web; small, above the text. */
export function EditorHead({ path }: { path: string }) {
  const t = useText()
  const chapter = useStory((s) => chapterOf(s.outline, path))
  const words = useTexts((s) => s.texts[path]?.words ?? null)
  const readOnly = useTexts((s) => s.texts[path]?.readOnly ?? false)
  const live = useTexts((s) => s.texts[path]?.live ?? false)
  const { history, toggleHistory } = useEditorView()
  return (
    <header className="editor-head">
      {chapter ? <TitleField key={chapter.id} id={chapter.id} title={chapter.title} readOnly={readOnly} /> : <span className="editor-title ellipsis" data-testid="editor-title" data-user-content>{nameOfPath(path)}</span>}
      {live && <span className="live-edit" data-testid="live-edit" role="status">{t('editor.live')}</span>}
      {readOnly && <span className="editor-badge" data-testid="editor-readonly">{t('editor.readOnly')}</span>}
      {words && <span className="editor-words" data-value={words.words}>{t('common.words', { count: words.words })}</span>}
      <IconButton label={t('command.copyForWeb')} testId="copy-for-web" onClick={() => void copyTextForWeb()}><ClipboardCopy size={16} aria-hidden /></IconButton>
      <button type="button" className="icon-button" aria-label={t('editor.versions')} title={`${t('editor.versions')}  ${shownKeys('Mod+Alt+H')}`} aria-pressed={history} data-testid="editor-history" data-state={history ? 'open' : 'closed'} onClick={toggleHistory}>
        <History size={16} aria-hidden />
      </button>
    </header>
  )
}
