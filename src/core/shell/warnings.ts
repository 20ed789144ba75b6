import { deletesFiles } from './judge/destroys'
import { runsAnyCode } from './judge/own-rules'
import { splitWords } from './judge/words'

/** What a command on a card may do, in words the window knows; "unknown" when nothing is recognised (05 §6). */
export type Warning = 'deletes' | 'writes' | 'network' | 'privilege' | 'runsCode' | 'outside' | 'unknown'

const writes = /^(mv|cp|tee|dd|install|ln|touch|mkdir|chmod|chown|patch|rsync|tar|unzip|sed|sort)$/
const network = /^(curl|wget|ssh|scp|sftp|rsync|ftp|telnet|nc|ncat|socat|ping|dig|nslookup|npm|pnpm|yarn|pip\d?|pipx|uv|brew|apt|apt-get|gem|cargo|go|gh)$/
const privilege = /^(sudo|su|doas|pkexec|runuser|setpriv)$/

/**
 * A coarse reading of a raw command for the author's eyes only: nothing is decided by it. Pieces between shell operators are looked
 * at one by one; what hides better than that is still shown whole on the card.
 */
export function warningsOf(command: string): Warning[] {
  const found = new Set<Warning>()
  for (const piece of command.split(/[;&|\n\r()`]+|\$\(/)) for (const warning of warningsOfPiece(piece)) found.add(warning)
  if (/[^0-9&<>=-]?>{1,2}(?!&)/.test(command.replace(/'[^']*'|"[^"]*"/g, '').replace(/\d?>\s*\/dev\/null/g, ''))) found.add('writes')
  return found.size === 0 ? ['unknown'] : [...found]
}

function warningsOfPiece(piece: string): Warning[] {
  const words = (splitWords(piece) ?? piece.trim().split(/\s+/)).filter((word, at, all) => !(/^[A-Za-z_]\w*=/.test(word) && all.slice(0, at).every((earlier) => /^[A-Za-z_]\w*=/.test(earlier))))
  const program = (words[0] ?? '').replace(/^.*\//, '')
  const rest = words.slice(1)
  const out: Warning[] = []
  if (deletesFiles(program, rest[0] ?? '') || (program === 'find' && rest.includes('-delete'))) out.push('deletes')
  if (writes.test(program) || (program === 'git' && /^(add|commit|merge|rebase|mv|apply|init)$/.test(rest[0] ?? ''))) out.push('writes')
  if (network.test(program) || (program === 'git' && /^(push|pull|fetch|clone|ls-remote|submodule)$/.test(rest[0] ?? ''))) out.push('network')
  if (privilege.test(program)) out.push('privilege')
  if (runsAnyCode(program) || rest.some((word) => /^-(exec|execdir|ok|okdir)$/.test(word))) out.push('runsCode')
  if (words.some((word) => /^(?:[^=]*=)?(?:\/(?!dev\/null$)|~|\.\.(?:\/|$))/.test(word) || word.includes('/../'))) out.push('outside')
  return out
}
