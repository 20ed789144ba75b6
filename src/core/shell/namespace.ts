import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { canonicalDir } from '../project/real-path'
import { cleanPath, findProgram } from './programs'

/** What puts a process into namespaces of its own, by absolute paths; null where the system has none for us. */
export interface Isolation { readonly setpriv: string; readonly unshare: string; readonly sh: string; readonly mount: string }

/**
 * The first process of the namespace: makes the given places read-only with all that is mounted below them, says so on descriptor 3,
 * runs the words with no capability left, passes on how they ended. When it ends, the kernel ends everything else in there. What it
 * cannot close it names on stderr, and runs nothing.
 */
// A shell gives what it runs in the background an empty stdin, so ours is handed over by a number. The options of a mount are taken
// from the kernel, not from fstab: those it came with may not be dropped here. What no path reaches needs no closing. Until the words
// run, programs come from the system's folders alone: a command may have put its own in the others. How they ended is told by core,
// not by this shell's "Killed".
const init = String.raw`exec 4<&0; setpriv=$1; mount=$2; path=$PATH; PATH=$3; shift 3
refuse() { printf '%s cannot be closed to writing: ' "$1"; printf '%s\n' "$2" | head -n 1; exit 97; } >&2
while [ "$1" != -- ]; do
  why=$("$mount" --rbind "$1" "$1" 2>&1) || refuse "$1" "$why"
  below=$(grep -F -- " $2" /proc/self/mountinfo) || refuse "$1" 'it is not in the table of mounts'
  while read -r _ _ _ _ at _; do
    case $at in *\\*) at=$(printf '%b.' "$at"); at=${'$'}{at%.};; esac
    case $at in "$1"|"$1"/*)
      why=$("$mount" --options-source mtab -o remount,bind,ro "$at" 2>&1) || ! [ -e "$at" ] || refuse "$at" "$why"
    esac
  done <<END
$below
END
  shift 2
done
shift
printf ready >&3 || exit 97
exec 3>&-; PATH=$path
trap : TERM HUP
"$setpriv" --ambient-caps -all --inh-caps -all --bounding-set -all --no-new-privs -- "$@" <&4 4<&- &
child=$!; exec 4<&- 2>/dev/null
wait $child; code=$?
while kill -0 $child; do wait $child; code=$?; done
exit $code`

/** Ends with core: the parent-death signal of the first program, which the namespace's own first process follows. */
const withCore = ['--pdeathsig', 'KILL', '--']
const spaces = ['--user', '--map-current-user', '--keep-caps', '--mount', '--pid', '--fork', '--kill-child=KILL', '--mount-proc', '--']

/** What is not there cannot be closed, and a command could make it: it is made first. When that fails the set-up says so. */
function standing(place: string): string {
  try {
    mkdirSync(place)
  } catch {
    // It is there, or it cannot be.
  }
  return canonicalDir(place)
}

/** A path as the kernel writes it in its table of mounts. */
const inTable = (place: string): string => place.replace(/[ \t\n\\]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`)

/**
 * The words that run `argv` in user, mount and PID namespaces with `readOnly` places that cannot be written; without `network`, in one
 * of its own with none. The process needs a descriptor 3: something comes there once all of it stands. When that fails `argv` is not run.
 */
export function isolated(by: Isolation, argv: readonly string[], readOnly: readonly string[], network = true): string[] {
  const closed = readOnly.map(standing).flatMap((place) => [place, inTable(place)])
  return [by.setpriv, ...withCore, by.unshare, ...(network ? [] : ['--net']), ...spaces, by.sh, '-c', init, 'wenqu', by.setpriv, by.mount, cleanPath(undefined).join(delimiter), ...closed, '--', ...argv]
}

/** The words that run `argv` as a plain child which ends with core. */
export const tied = (setpriv: string, argv: readonly string[]): string[] => [setpriv, ...withCore, ...argv]

/**
 * Whether the system has namespaces for us (06 §8 "where available"), tried once with a folder of the system's own: what a novel's folder is
 * like does not count here. No answer is no refusal: then each run finds out, and is not run when it fails.
 */
export function findIsolation(): Isolation | null {
  if (process.platform !== 'linux') return null
  const [setpriv, unshare, sh, mount] = ['setpriv', 'unshare', 'sh', 'mount'].map((name) => findProgram(name, undefined))
  if (!setpriv || !unshare || !sh || !mount) return null
  const by = { setpriv, unshare, sh, mount }
  const [program = '', ...args] = isolated(by, [sh, '-c', 'exit 42'], [dirname(sh)])
  const tried = spawnSync(program, args, { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }, stdio: ['ignore', 'ignore', 'ignore', 'pipe'], timeout: 5_000 })
  return tried.status === 42 || tried.status === null ? by : null
}

/** Asked for at the first process. `never`: as on a system without namespaces. */
export function lazyIsolation(wish: 'auto' | 'never' | undefined): () => Isolation | null {
  let found: Isolation | null | undefined
  return () => (found === undefined ? (found = wish === 'never' ? null : findIsolation()) : found)
}
