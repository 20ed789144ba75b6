import { useReadOnly } from '../../../stores/app'
import { usePending } from './pending'

/** Yes or no, saved at once. */
export function Check({ label, on, onPick, testId }: { label: string; on: boolean; onPick: (on: boolean) => unknown; testId: string }) {
  const readOnly = useReadOnly()
  const [shown, choose] = usePending(on, onPick)
  return <label className="check-row"><input type="checkbox" data-testid={testId} checked={shown} disabled={readOnly} onChange={(event) => choose(event.target.checked)} />{label}</label>
}
