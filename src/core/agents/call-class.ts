/**
 * What a call may have left behind when the process died during it (04 §10). `read` changes nothing and may run beside
 * others; `transaction` is all or nothing and known by its commit; `outside` reached a process or the network.
 */
export type CallClass = 'read' | 'transaction' | 'outside'

const READS = new Set(['read', 'Read', 'Glob', 'Grep', 'list_workflows', 'list_jobs', 'get_job', 'memory_read', 'memory_search', 'RecallHistory', 'novel_rankings', 'novel_book_detail', 'subject_rag_search'])
const TRANSACTIONS = new Set([
  'write', 'edit', 'apply_patch', 'Write', 'Edit', 'execute_world', 'execute_sql', 'memory_write', 'memory_archive', 'subject_event_append', 'subject_memory_update',
  'task_create', 'task_set_status', 'TodoWrite', 'switch_mode', 'request_user_input', 'AskUserQuestion', 'report_result', 'create_agent', 'detach_agent', 'structured_output', 'node_report',
])

export function callClass(tool: string): CallClass {
  if (READS.has(tool) || tool.startsWith('get_')) return 'read'
  return TRANSACTIONS.has(tool) || tool.startsWith('save_') ? 'transaction' : 'outside'
}

/** Another session does the work; what it gave is known by the row of the invocation (04 §10). */
export const asksAgent = (tool: string): boolean => tool === 'invoke_agent' || tool === 'Task'

/** May run beside its neighbours: nothing to approve, nothing to change here. */
export const runsBeside = (tool: string): boolean => callClass(tool) === 'read' || asksAgent(tool)
