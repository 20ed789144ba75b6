import { BookOpen, FilePlus2, FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { RecentProject } from '@shared/procedures/project'
import type { z } from 'zod'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { useApp } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { BlankForm } from './blank-form'
import { pickImportFile, createSample } from './begin'
import { LanguageChoice } from './language-choice'
import { RecentList } from './recent-list'

type Recent = z.infer<typeof RecentProject>

function Choice({ testId, icon, title, hint, onClick }: { testId: string; icon: React.ReactNode; title: string; hint: string; onClick: () => void }) {
  return (
    <button type="button" className="choice" data-testid={testId} onClick={onClick}>
      {icon}<span className="choice-title">{title}</span><span className="choice-hint">{hint}</span>
    </button>
  )
}

/** Three ways to begin, or the list of novels where there are any; never first run over old work (09 §2). */
export function FirstRun() {
  const t = useText()
  const ui = useApp((s) => s.ui)
  const [recent, setRecent] = useState<Recent[] | null>(null)
  const [form, setForm] = useState<{ importFile: string | null } | null>(null)
  useEffect(() => { void attempt(() => call('projects.recent', {})).then((found) => setRecent(found?.projects ?? [])) }, [])
  if (recent === null) return null
  const known = recent.length > 0
  const startImport = async () => { const importFile = await pickImportFile(t('first.pickImport')); if (importFile !== null) setForm({ importFile }) }
  return (
    <main className="first-run" data-testid={known ? undefined : 'first-run'} key={ui?.language ?? ''}>
      <header><h1>{t('first.welcome')}</h1><p className="muted">{t('first.tagline')}</p></header>
      {form ? <BlankForm importFile={form.importFile} onCancel={() => setForm(null)} /> : (
        <>
          {known && <RecentList projects={recent} />}
          {known && <h2>{t('first.new')}</h2>}
          <div className="choices">
            <Choice testId="first-run-blank" icon={<FilePlus2 size={26} strokeWidth={1.5} aria-hidden />} title={t('first.blank')} hint={t('first.blankHint')} onClick={() => setForm({ importFile: null })} />
            <Choice testId="first-run-import" icon={<FileText size={26} strokeWidth={1.5} aria-hidden />} title={t('first.import')} hint={t('first.importHint')} onClick={() => void startImport()} />
            <Choice testId="first-run-sample" icon={<BookOpen size={26} strokeWidth={1.5} aria-hidden />} title={t('first.sample')} hint={t('first.sampleHint')} onClick={() => void createSample()} />
          </div>
        </>
      )}
      <LanguageChoice />
    </main>
  )
}
