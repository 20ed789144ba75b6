import type { LostText as Lost } from '@shared/procedures/story'
import type { ProseNode } from '@shared/story'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { useLayout } from '../../../stores/layout'
import { useStory } from '../../../stores/story'
import { Button } from '../../../ui/button'
import { linkOrphan } from '../tree-actions'
import { DrawerSection } from './drawer-section'
import { LostText } from './lost-text'

/** The texts of a chapter, and those of none that can be made part of it. */
export function ChapterProse({ name, prose, lost }: { name: string; prose: readonly ProseNode[]; lost: Lost | null }) {
  const t = useText()
  const orphans = useStory((s) => s.outline?.orphans) ?? []
  const readOnly = useReadOnly()
  const openText = useLayout((s) => s.openText)
  return (
    <DrawerSection title={t('board.prose')}>
      {lost !== null && <LostText chapter={name} lost={lost} />}
      {prose.length === 0 && lost === null && <p className="muted">{t('story.noProse')}</p>}
      <ul className="prose-links">
        {prose.map((node) => (
          <li key={node.path} data-testid="prose-link" data-id={node.path}>
            <button type="button" className="prose-link" onClick={() => openText(node.path)}><span data-user-content>{node.title}</span><span className="muted ellipsis" data-user-content>{node.path}</span></button>
            <span className="muted" data-value={node.words}>{t('common.words', { count: node.words })}</span>
          </li>
        ))}
      </ul>
      {orphans.length > 0 && <p className="muted small">{t('board.orphansHint')}</p>}
      <ul className="prose-links">
        {orphans.map((node) => (
          <li key={node.path} data-testid="prose-orphan" data-id={node.path}>
            <button type="button" className="prose-link" onClick={() => openText(node.path)}><span data-user-content>{node.title}</span><span className="muted ellipsis" data-user-content>{node.path}</span></button>
            <Button size="small" testId="prose-mend" disabled={readOnly} onClick={() => void linkOrphan(node.path, name)}>{t('board.linkHere')}</Button>
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}
