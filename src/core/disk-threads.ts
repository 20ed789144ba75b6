/** Waits for the disk of one process at a time. */
const THREADS = '16'

/**
 * Lets Node wait for more of the disk at once than its usual four: a change of many files is as fast as its slowest fsync, not as
 * their sum (13 row 14), and names that are slow to resolve hold up no file. It counts only before the first such wait; what the
 * environment says goes first.
 */
export function widenDiskThreads(env: NodeJS.ProcessEnv = process.env): void {
  env['UV_THREADPOOL_SIZE'] ??= THREADS
}
