import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useReturn } from './return-focus'

interface Props { open: boolean; title: string; onClose: () => void; children: ReactNode; testId?: string }

/** A dialog the author opened; none ever opens by itself (09 §1). */
export function Dialog({ open, title, onClose, children, testId }: Props) {
  const back = useReturn()
  return (
    <Radix.Root open={open} onOpenChange={(next) => { if (!next) onClose() }}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-back" />
        <Radix.Content className="dialog" data-testid={testId} aria-describedby={undefined} {...back}>
          <Radix.Title style={{ fontSize: 'var(--text-l)' }}>{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
