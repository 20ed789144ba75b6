import { spawnSync } from 'node:child_process'
import { findProgram } from './programs'

/** What puts a process into namespaces of its own, by absolute paths; null where the system has none for us. */
export interface Isolation { readonly setpriv: string; readonly unshare: string; readonly sh: string; readonly mount: string }

/**
 * The first process of the namespace: makes the given places read-only, runs the words with no capability left, passes on how they
 * ended. When it ends, the kernel ends everything else in there.
 */
// A shell gives what it runs in the background an empty stdin, so ours is handed over by a number.
const init = `exec 3<&0; setpriv=$1; mount=$2; shift 2
while [ "$1" != -- ]; do
  "$mount" --bind "$1" "$1" && "$mount" -o remount,bind,ro "$1" || exit 97
  shift
done
shift
trap : TERM HUP
"$setpriv" --ambient-caps -all --inh-caps -all --bounding-set -all --no-new-privs -- "$@" <&3 3<&- &
child=$!; exec 3<&-
wait $child; code=$?
while kill -0 $child 2>/dev/null; do wait $child; code=$?; done
exit $code`

/** Ends with core: the parent-death signal of the first program, which the namespace's own first process follows. */
const withCore = ['--pdeathsig', 'KILL', '--']
const spaces = ['--user', '--map-current-user', '--keep-caps', '--mount', '--pid', '--fork', '--kill-child=KILL', '--mount-proc', '--']

/** The words that run `argv` in user, mount and PID namespaces with `readOnly` places that cannot be written; without `network`, in one of its own with none. */
export function isolated(by: Isolation, argv: readonly string[], readOnly: readonly string[], network = true): string[] {
  return [by.setpriv, ...withCore, by.unshare, ...(network ? [] : ['--net']), ...spaces, by.sh, '-c', init, 'wenqu', by.setpriv, by.mount, ...readOnly, '--', ...argv]
}

/** The words that run `argv` as a plain child which ends with core. */
export const tied = (setpriv: string, argv: readonly string[]): string[] => [setpriv, ...withCore, ...argv]

/** Whether namespaces work here, tried once with the very places they are for (06 §8 "where available"). */
export function findIsolation(readOnly: readonly string[]): Isolation | null {
  if (process.platform !== 'linux') return null
  const [setpriv, unshare, sh, mount] = ['setpriv', 'unshare', 'sh', 'mount'].map((name) => findProgram(name, undefined))
  if (!setpriv || !unshare || !sh || !mount) return null
  const by = { setpriv, unshare, sh, mount }
  const [program = '', ...args] = isolated(by, [sh, '-c', 'exit 42'], readOnly)
  const tried = spawnSync(program, args, { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }, stdio: 'ignore', timeout: 5_000 })
  return tried.status === 42 ? by : null
}
