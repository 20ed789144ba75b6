// Hands a command line over to another Node: its streams, signals and exit code are ours.
import { spawn } from 'node:child_process'

/** Runs `node ...args` in our place. The channel to it ends with us, also when we are killed: nothing goes on that nobody waits for. */
export function handOver(node, args) {
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // At a terminal, Ctrl-C has reached the child already; either way we outlive it to pass its exit code on.
    process.on(signal, () => (signal !== 'SIGINT' || !process.stdin.isTTY) && child.kill(signal))
  }
  child.on('close', (code, signal) => {
    process.removeAllListeners(signal ?? 'SIGTERM')
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code
  })
}
