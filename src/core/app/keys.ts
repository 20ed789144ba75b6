const prefix = 'WENQU_KEY_'

/** Provider keys of a CLI run: WENQU_KEY_DS is `keychain:ds`. Taken out of the environment, so that no child process inherits them (ST-03). */
export function takeKeys(env: NodeJS.ProcessEnv): Record<string, string> {
  const keys: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(prefix)) continue
    if (value) keys[name.slice(prefix.length).toLowerCase()] = value
    delete env[name]
  }
  return keys
}
