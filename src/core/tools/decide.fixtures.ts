import type { Gate, Risk } from '@shared/tool-result'

/** Tools of 05 §3 as plain data, also those that do not exist yet: name, gate, risk, mutates. */
export const toolFacts: Readonly<Record<string, { gate: Gate; risk: Risk; mutates: boolean }>> = {
  read: { gate: 'none', risk: 'low', mutates: false }, create_agent: { gate: 'none', risk: 'low', mutates: false },
  write: { gate: 'mode', risk: 'high', mutates: true }, edit: { gate: 'mode', risk: 'high', mutates: true }, apply_patch: { gate: 'mode', risk: 'high', mutates: true },
  save_story_scene: { gate: 'mode', risk: 'medium', mutates: true }, execute_world: { gate: 'mode', risk: 'medium', mutates: true }, execute_sql: { gate: 'mode', risk: 'high', mutates: true },
  bash: { gate: 'none', risk: 'high', mutates: false }, switch_mode: { gate: 'always', risk: 'low', mutates: false }, run_workflow: { gate: 'always', risk: 'low', mutates: false },
  web_fetch: { gate: 'none', risk: 'low', mutates: false }, Read: { gate: 'risk', risk: 'low', mutates: false }, Task: { gate: 'none', risk: 'low', mutates: false },
  Edit: { gate: 'risk', risk: 'high', mutates: true }, Write: { gate: 'risk', risk: 'high', mutates: true }, Bash: { gate: 'risk', risk: 'high', mutates: true },
  KillShell: { gate: 'risk', risk: 'high', mutates: false }, browser_click: { gate: 'risk', risk: 'high', mutates: false }, WebFetch: { gate: 'risk', risk: 'low', mutates: false },
  memory_write: { gate: 'risk', risk: 'medium', mutates: true }, run_skill_script: { gate: 'risk', risk: 'high', mutates: true }, mcp__gh__x: { gate: 'risk', risk: 'high', mutates: true },
  mcp__gh__read: { gate: 'risk', risk: 'high', mutates: false }, script_read: { gate: 'risk', risk: 'medium', mutates: false }, script_network: { gate: 'risk', risk: 'high', mutates: false },
  script_write: { gate: 'risk', risk: 'high', mutates: true },
}
