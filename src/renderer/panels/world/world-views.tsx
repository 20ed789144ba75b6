import type { KeyboardEvent, ReactNode } from 'react'
import { useText } from '../../i18n/text'
import { useLayout } from '../../stores/layout'
import { useHasWorld, useWorld } from '../../stores/world'
import { useWorldView, type WorldTab } from '../../stores/world-view'
import { Button } from '../../ui/button'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { Composer } from './compose/composer'
import { IssuesView } from './issues/issues-view'
import { FileView } from './rules/file-view'
import { StateView } from './state/state-view'
import { NewSubject } from './subject/new-subject'
import { Timeline } from './timeline/timeline'
import { WorldEmpty } from './world-empty'
import { undoKeys } from './world-panel'

const tabs: readonly WorldTab[] = ['state', 'issues', 'rules', 'calendar']

function Tabs() {
  const t = useText()
  const { tab, setTab } = useWorldView()
  const issues = useWorld((s) => s.issues)
  const errors = issues?.some(({ severity }) => severity === 'error') ?? false
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const to = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] ?? 'state'
    setTab(to)
    document.getElementById(`world-tab-${to}`)?.focus()
  }
  return (
    <header className="story-tabs">
      <div role="tablist" aria-label={t('world.views')} onKeyDown={keys}>
        {tabs.map((name) => (
          <button key={name} id={`world-tab-${name}`} type="button" role="tab" className="story-tab" aria-selected={tab === name} aria-controls="world-view" tabIndex={tab === name ? 0 : -1} data-testid={`world-tab-${name}`} onClick={() => setTab(name)}>
            {t(`world.tab.${name}`)}{name === 'issues' && (issues?.length ?? 0) > 0 && <span className="issue-count" data-testid="issue-count" data-value={issues?.length} data-state={errors ? 'error' : 'advisory'}>{issues?.length}</span>}
          </button>
        ))}
      </div>
      <Button size="small" kind="quiet" testId="world-back" onClick={() => useLayout.getState().set({ centre: 'editor' })}>{t('board.backToText')}</Button>
    </header>
  )
}

function Body(): ReactNode {
  const { tab, writing } = useWorldView()
  const slices = useWorld((s) => s.slices)
  const fault = useWorld((s) => s.fault)
  const files = useWorld((s) => s.files)
  const begun = useHasWorld()
  if (fault && !slices) return <ErrorNote fault={fault} onRetry={() => void useWorld.getState().load()} />
  if (!slices || !files) return <LateLoading />
  if (writing?.kind === 'slice') return <Composer key={writing.id ?? ''} id={writing.id} />
  if (writing?.kind === 'subject') return <NewSubject />
  if (tab === 'rules' || tab === 'calendar') return <FileView key={tab} file={tab === 'rules' ? 'schema' : 'calendar'} />
  if (!begun) return <WorldEmpty />
  return tab === 'issues' ? <IssuesView /> : <StateView />
}

/** The centre of the world's panel: time above; state, issues, schema, calendar or a form below (09 §4). */
export function WorldViews() {
  const tab = useWorldView((s) => s.tab)
  const begun = useHasWorld()
  return (
    <section className="story-views world-views" data-testid="world-views" onKeyDown={undoKeys}>
      <Tabs />
      {begun && <Timeline />}
      <div id="world-view" role="tabpanel" className="story-view" aria-labelledby={`world-tab-${tab}`}><Body /></div>
    </section>
  )
}
