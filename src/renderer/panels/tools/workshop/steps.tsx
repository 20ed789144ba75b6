import { Check, Circle } from 'lucide-react'
import type { ScriptTool, ToolCheck } from '@shared/procedures/tools'
import { useText } from '../../../i18n/text'

const steps = ['describe', 'schema', 'code', 'tests', 'approve'] as const
export type Step = (typeof steps)[number]

/** Which steps are done: nothing of theirs is wrong any more, the tests are green, the author approved. */
function doneOf(script: ScriptTool, check: ToolCheck | null): Record<Step, boolean> {
  const errors = check?.findings.filter((one) => one.level === 'error') ?? []
  const loads = check !== null && check.error === null
  const describes = (rule: string): boolean => rule === 'P5-6' || rule === 'P6-1'
  return {
    describe: loads && !errors.some((one) => describes(one.rule)), schema: loads && !errors.some((one) => !describes(one.rule) && !one.rule.startsWith('S-')),
    code: loads && script.files.length > 1 && !(check?.findings ?? []).some((one) => one.rule.startsWith('S-')), tests: script.test?.green === true, approve: script.state === 'approved',
  }
}

/** The way from an idea to a tool that may be used, and where this one stands (08 §8). */
export function Steps({ script, check, onGo }: { script: ScriptTool; check: ToolCheck | null; onGo: (step: Step) => void }) {
  const t = useText()
  const done = doneOf(script, check)
  return (
    <ol className="tool-steps" aria-label={t('tools.steps')}>
      {steps.map((step) => (
        <li key={step}><button type="button" data-testid="tool-step" data-id={step} data-state={done[step] ? 'done' : 'open'} onClick={() => onGo(step)}>
          {done[step] ? <Check size={14} aria-hidden /> : <Circle size={12} aria-hidden />}{t(`tools.step.${step}`)}<span className="visually-hidden">{t(done[step] ? 'tools.stepDone' : 'tools.stepOpen')}</span></button></li>
      ))}
    </ol>
  )
}
