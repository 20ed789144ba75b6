import type { Command } from './command'

/** Every command by its words; each file is loaded when it is used, so that a call starts fast (10). */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  'project new': async () => (await import('./project-new')).projectNew,
  'project info': async () => (await import('./project-info')).projectInfoCommand,
  'project verify': async () => (await import('./project-verify')).projectVerify,
  'tools list': async () => (await import('./tools-list')).toolsList,
  'tools show': async () => (await import('./tools-show')).toolsShow,
  'tools diff': async () => (await import('./tools-diff')).toolsDiff,
  'tools lint': async () => (await import('./tools-lint')).toolsLint,
  'tools new': async () => (await import('./tools-new')).toolsNew,
  'tools test': async () => (await import('./tools-test')).toolsTest,
  call: async () => (await import('./call')).call,
  batch: async () => (await import('./batch')).batch,
  'judge path': async () => (await import('./judge-path')).judgePathCommand,
  'judge shell': async () => (await import('./judge-shell')).judgeShellCommand,
  'judge url': async () => (await import('./judge-url')).judgeUrlCommand,
  'mcp names': async () => (await import('./mcp-names')).mcpNames,
  run: async () => (await import('./run')).run,
  'models list': async () => (await import('./models')).modelsList,
  'models check': async () => (await import('./models')).modelsCheck,
  import: async () => (await import('./import')).importCommand,
  'human approve': async () => (await import('./human-answer')).humanApprove,
  'human deny': async () => (await import('./human-answer')).humanDeny,
  'human trust': async () => (await import('./human-acts')).humanTrust,
  'human restore': async () => (await import('./human-acts')).humanRestore,
  'human purge': async () => (await import('./human-acts')).humanPurge,
}
