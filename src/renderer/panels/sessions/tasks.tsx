import { useText } from '../../i18n/text'
import { useTranscript } from '../../stores/transcript'

const marks = { pending: '○', in_progress: '◐', completed: '●', cancelled: '×' } as const

/** The steps the assistant set itself. */
export function Tasks() {
  const t = useText()
  const tasks = useTranscript((s) => s.snapshot?.tasks)
  if (!tasks || tasks.steps.length === 0) return null
  const done = tasks.steps.filter((step) => step.status === 'completed').length
  return (
    <details className="tasks" open={done < tasks.steps.length}>
      <summary>{tasks.title ? <span data-user-content>{tasks.title}</span> : t('sessions.tasks')} {done}/{tasks.steps.length}</summary>
      <ul>{tasks.steps.map((step) => <li key={step.id} data-state={step.status}><span role="img" aria-label={t(`sessions.task.${step.status}`)}>{marks[step.status]}</span><span data-user-content>{step.text}</span></li>)}</ul>
    </details>
  )
}
