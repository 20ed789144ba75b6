import { homedir } from 'node:os'
import { neutralised } from '../web/remote-text'

/** Shapes of keys that providers give out; a hit is replaced whole. */
const KEY_SHAPES = /\b(?:sk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{20,}|AIza[A-Za-z0-9_-]{35}|gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,}|xox[abprs]-[A-Za-z0-9-]{20,}|AKIA[A-Z0-9]{16})\b/g

/** Stage 6: keys and the home folder (empty: none) are masked, `<system-reminder>` loses its power (08 §4; only the engine writes one). */
export function maskText(text: string, secrets: readonly string[] = [], home: string = homedir()): string {
  let out = text
  for (const secret of secrets) if (secret.length >= 8) out = out.replaceAll(secret, '[secret]')
  if (out.includes('sk-') || /AIza|gh[pousr]_|github_pat_|xox|AKIA/.test(out)) out = out.replace(KEY_SHAPES, '[secret]')
  if (home.length > 1 && out.includes(home)) out = maskHome(out, home)
  return neutralised(out)
}

function maskHome(text: string, home: string): string {
  const escaped = home.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return text.replace(new RegExp(`(?<![\\w/.-])${escaped}(?![\\w.-])`, 'g'), '~')
}
