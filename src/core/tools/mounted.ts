/** What the presence of some tools hangs on (05 §1, §4); looked up only for those. */
export interface MountFacts { trusted(): boolean; shell(): 'off' | 'allowlist' }

/** `bash` is a full shell of a trusted project; the judged one and its jobs go with the global shell mode (05 §1, 06 §8). */
export function isMounted(name: string, { trusted, shell }: MountFacts): boolean {
  if (name === 'bash') return trusted()
  return !['Bash', 'BashOutput', 'KillShell'].includes(name) || shell() !== 'off'
}
