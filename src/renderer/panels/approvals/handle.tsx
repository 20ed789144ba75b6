import { useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useText } from '../../i18n/text'
import { useLayout } from '../../stores/layout'

const least = 220
const most = 640

/** The upper edge of the panel: only the author makes it higher or lower. */
export function Handle() {
  const t = useText()
  const { approvalsHeight, set } = useLayout(useShallow(({ approvalsHeight, set }) => ({ approvalsHeight, set })))
  const from = useRef<{ y: number; height: number } | null>(null)
  const size = (height: number) => set({ approvalsHeight: Math.round(Math.min(most, Math.max(least, height))) })
  return (
    <div className="approvals-handle" role="separator" aria-orientation="horizontal" aria-label={t('approvals.resize')} aria-valuenow={approvalsHeight} aria-valuemin={least} aria-valuemax={most} tabIndex={0}
      onPointerDown={(e) => { e.currentTarget.setPointerCapture(e.pointerId); from.current = { y: e.clientY, height: approvalsHeight } }}
      onPointerMove={(e) => { if (from.current) size(from.current.height + from.current.y - e.clientY) }} onPointerUp={() => { from.current = null }}
      onKeyDown={(e) => { if (e.key === 'ArrowUp') size(approvalsHeight + 16); if (e.key === 'ArrowDown') size(approvalsHeight - 16) }} />
  )
}
