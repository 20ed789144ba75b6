/** What a script tool may be called (08 §7): the name of its folder, and what models see. */
export const toolNamePattern = /^[a-z][a-z0-9_]{2,47}$/

/** `mcp_…` would be taken for a tool of a server. */
export const isToolName = (name: string): boolean => toolNamePattern.test(name) && !name.startsWith('mcp_')
