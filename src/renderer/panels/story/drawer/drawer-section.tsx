import type { ReactNode } from 'react'

/** A part of the drawer that can be folded away. */
export function DrawerSection({ title, children, testId, end }: { title: string; children: ReactNode; testId?: string; end?: ReactNode }) {
  return (
    <details className="drawer-section" open data-testid={testId}>
      <summary><h3>{title}</h3>{end}</summary>
      <div className="drawer-fields">{children}</div>
    </details>
  )
}
