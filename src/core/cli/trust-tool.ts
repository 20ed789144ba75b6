import { createEnv } from '../project/env'
import { filesOfTool } from '../scripts/author-files'
import { changesSince, type FileChange } from '../scripts/kept-copy'
import { usualProfiles } from '../scripts/shelf'
import { EXIT } from './command'
import { assertHuman } from './human'
import { show, type Io } from './io'
import { toolBox } from './tools-of'
import { required, type Parsed } from './usage'

/** Approves the content that lies there now, for these profiles and no other content (08 §7 Trust); what changed since the last time is shown. */
export async function trustTool(parsed: Parsed, io: Io): Promise<number> {
  const name = required(parsed, 'tool')
  assertHuman(io)
  const box = toolBox(parsed.text('project'), io)
  if (parsed.flag('revoke')) {
    const revoked = await box.scripts.revoke(name)
    show(io, parsed.json, { tool: name, revoked }, revoked ? `${name} is no longer approved.` : `${name} was not approved.`)
    return EXIT.ok
  }
  const profiles = parsed.text('profiles')?.split(',').map((key) => key.trim()).filter((key) => key !== '') ?? [...usualProfiles]
  if (parsed.text('profiles') !== undefined) for (const key of profiles) box.profiles.get(key)
  const before = box.scripts.find(name)
  const changes = before === undefined ? [] : changesSince(createEnv(io.env['WENQU_HOME']).home, before, filesOfTool(before))
  // Exactly what is shown is approved: a file that changes in between makes it fail.
  const seen = typeof before?.hash === 'string' ? { layer: before.layer, hash: before.hash } : undefined
  const { layer, dir, hash, state, why } = await box.scripts.approve(name, { profiles, doNotAsk: parsed.flag('do-not-ask'), shell: parsed.flag('shell') }, seen)
  const still = state === 'approved' ? '' : ` It cannot be called yet: ${why ?? state}.`
  show(io, parsed.json, { tool: name, layer, dir, hash, profiles, state, why, changes }, `${changedFiles(changes)}${name} is approved as it is now (${hash?.slice(0, 12) ?? ''}) for ${profiles.join(', ')}.${still}`)
  return EXIT.ok
}

/** What changed since the last approval, line by line where the approved text was kept. */
function changedFiles(changes: readonly FileChange[]): string {
  if (changes.length === 0) return ''
  return `Changed since you approved it:\n${changes.map(({ path, kind, diff }) => `${diff ?? `${path}: ${kind}`}\n`).join('')}\n`
}
