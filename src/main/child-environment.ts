const secretName = /(^|_)(API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|AUTH)($|_)/i
const loaders = new Set(['NODE_OPTIONS', 'NODE_PATH', 'NODE_CHANNEL_FD', 'LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'LD_AUDIT'])
/** Names that only look like secrets. */
const harmless = new Set(['XAUTHORITY', 'SSH_AUTH_SOCK'])

/** The environment of core: nothing that injects code, nothing of Electron, no secret. Keys travel over the channel (04 §8, ST-03). */
export function childEnvironment(env: NodeJS.ProcessEnv, more: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(env).filter((entry): entry is [string, string] => {
    const [name, value] = entry
    if (value === undefined || loaders.has(name) || /^(ELECTRON_|CHROME_|WENQU_KEY_)/.test(name)) return false
    return harmless.has(name) || !secretName.test(name)
  })
  return { ...Object.fromEntries(kept), ...more }
}
