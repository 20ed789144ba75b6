/** What the presence of some tools hangs on (05 §1, §4; 07 §2, §4); looked up only for those. */
export interface MountFacts { trusted(): boolean; shell(): 'off' | 'allowlist'; /** A search engine has its key. */ searchReady(): boolean; memoryReadOnly(): boolean }

/** `bash` is a full shell of a trusted project; the judged one and its jobs go with the global shell mode; writing memory with the author's setting. */
export function isMounted(name: string, { trusted, shell, searchReady, memoryReadOnly }: MountFacts): boolean {
  switch (name) {
    case 'bash': return trusted()
    case 'Bash': case 'BashOutput': case 'KillShell': return shell() !== 'off'
    case 'WebSearch': return searchReady()
    case 'memory_write': case 'memory_archive': return !memoryReadOnly()
    default: return true
  }
}
