import type { ReactNode } from 'react'

/** What a panel shows when there is nothing yet: what it is for, and what to do next. */
export function Empty({ title, children, testId }: { title: string; children?: ReactNode; testId?: string }) {
  return <div className="empty" data-testid={testId}><p>{title}</p>{children}</div>
}
