import type { Approval } from '@shared/approval'
import type { OpenedProject } from '../../project/types'
import { createApprovalRows, type ApprovalRow } from './rows'

/** What a window sees of an approval: everything but who is trusted to run it. */
export function visible({ caller: _caller, ...approval }: ApprovalRow): Approval {
  return approval
}

/** Approvals as the window and the CLI read them, oldest first (`ApprovalStore` of the composition). */
export function createApprovalStore(project: Pick<OpenedProject, 'sessionsDb' | 'env'>): { pending(): Approval[]; get(id: string): Approval } {
  const rows = createApprovalRows(project.sessionsDb, project.env)
  return { pending: () => rows.withStatus('pending').map(visible), get: (id) => visible(rows.get(id)) }
}
