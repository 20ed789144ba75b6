import { useEffect, useState, type FormEvent } from 'react'
import type { Fault } from '@shared/fault'
import type { ToolGap, ToolLayer } from '@shared/procedures/tools'
import { isToolName } from '@shared/tool-name'
import { call } from '../../bridge/call'
import { errorFault } from '../../i18n/fault-text'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { inform } from '../../stores/notices'
import { useToolRows, useTools } from '../../stores/tools'
import { Button } from '../../ui/button'
import { ErrorNote } from '../../ui/error-note'
import { useOneAtATime } from '../../ui/one-at-a-time'
import { Choice } from '../settings/rows'
import { similarTools } from './similar'
import { doesOf, wordOf } from './words'

type Language = 'py' | 'js' | 'sh'

/** What assistants asked for in vain; a click takes it as the gap. */
function Gaps({ onTake }: { onTake: (gap: ToolGap) => void }) {
  const t = useText()
  const [gaps, setGaps] = useState<readonly ToolGap[]>([])
  useEffect(() => { void call('tools.gaps', { project: projectId() }).then((answer) => setGaps(answer.gaps), () => undefined) }, [])
  if (gaps.length === 0) return null
  return (
    <section data-testid="tool-gaps"><h3>{t('tools.gapsFound')}</h3>
      <ul className="gap-rows">{gaps.map((gap) => (
        <li key={`${gap.tool} ${gap.code}`}><button type="button" className="gap-row" data-testid="tool-gap" data-id={gap.tool} onClick={() => onTake(gap)}>
          <code data-user-content>{gap.tool}</code><span className="muted">{wordOf(t, 'tools.gap', gap.code)} · {t('tools.gapTimes', { count: gap.count })}</span></button></li>
      ))}</ul></section>
  )
}

/** Tools that sound like the gap; the author's own can be extended, others looked at. */
function Similar({ gap }: { gap: string }) {
  const t = useText()
  const rows = useToolRows()
  const show = useTools((s) => s.show)
  const found = similarTools(gap, rows, (name) => doesOf(t, name) ?? '')
  return (
    <section data-testid="tool-similar"><h2>{t('tools.similar')}</h2><p className="muted">{t('tools.similarHint')}</p>
      {found.length === 0 && <p className="muted">{t('tools.similarNone')}</p>}
      <ul className="gap-rows">{found.map((row) => (
        <li key={`${row.layer ?? ''}/${row.name}`} className="similar-row" data-id={row.name}><span className="tool-names">{doesOf(t, row.name) !== null && <span>{doesOf(t, row.name)}</span>}<code className="tool-code" data-user-content>{row.name}</code></span>
          <Button size="small" kind="quiet" onClick={() => show({ kind: 'tool', name: row.name, layer: row.layer })}>{t(row.pack === 'ext' ? 'tools.extend' : 'tools.look')}</Button></li>
      ))}</ul></section>
  )
}

/** Making one: the gap, then what there is already, then a small tool that works (08 §8, 09 §11). */
export function NewTool() {
  const t = useText()
  const { show, load } = useTools()
  const [gap, setGap] = useState('')
  const [name, setName] = useState('')
  const [language, setLanguage] = useState<Language>('py')
  const [layer, setLayer] = useState<ToolLayer>('global')
  const [fault, setFault] = useState<Fault | null>(null)
  const fits = isToolName(name)
  const take = (found: ToolGap) => {
    setGap(found.tool)
    if (isToolName(found.tool) && found.code === 'TOOL_UNKNOWN') setName(found.tool)
  }
  const once = useOneAtATime()
  const make = async () => {
    try {
      await call('tools.create', { project: projectId(), name, layer, language })
      await load()
      inform(t('tools.made', { name }))
      show({ kind: 'tool', name, layer })
    } catch (error) {
      setFault(errorFault(error))
    }
  }
  return (
    <article className="tool-page" data-testid="new-tool">
      <header><h1>{t('tools.new')}</h1></header>
      <section><h2><label htmlFor="tool-gap">{t('tools.gap')}</label></h2><p className="muted">{t('tools.gapHint')}</p>
        <textarea id="tool-gap" className="input" data-testid="tool-gap-text" data-user-content rows={2} value={gap} onChange={(event) => setGap(event.target.value)} /></section>
      <Gaps onTake={take} />
      {gap.trim() !== '' && <Similar gap={gap} />}
      <form className="new-tool-form" onSubmit={(event: FormEvent) => { event.preventDefault(); once(make) }}>
        <h2>{t('tools.make')}</h2>
        <label className="field"><span className="label">{t('tools.makeName')}</span><input className="input" data-testid="tool-name" data-user-content spellCheck={false} autoComplete="off" maxLength={48} value={name} onChange={(event) => { setName(event.target.value); setFault(null) }} /></label>
        {name !== '' && !fits && <p className="bad small" role="status">{t('tools.makeNameWrong')}</p>}
        <div className="form-grid">
          <label className="field" htmlFor="tool-language"><span className="label">{t('tools.makeLanguage')}</span><Choice id="tool-language" value={language} onChange={setLanguage} options={(['py', 'js', 'sh'] as const).map((value) => ({ value, label: t(`tools.language.${value}`) }))} /></label>
          <label className="field" htmlFor="tool-layer"><span className="label">{t('tools.makeLayer')}</span><Choice id="tool-layer" value={layer} onChange={setLayer} options={(['global', 'project'] as const).map((value) => ({ value, label: t(`tools.layer.${value}`) }))} /></label>
        </div>
        {fault && <ErrorNote fault={fault} />}
        <div><Button kind="primary" type="submit" testId="tool-make" disabled={!fits}>{t('tools.makeNow')}</Button></div>
      </form>
    </article>
  )
}
