import type { McpServerRow } from '@shared/procedures/mcp'

/** Tools that the author has to accept before anyone can use them. */
export const toLookAt = ({ tools }: Pick<McpServerRow, 'tools'>): number => tools.filter(({ state }) => state === 'changed' || state === 'new').length

/** It has consent, so that it can be started, started anew and taken back. */
export const isAllowed = ({ state }: Pick<McpServerRow, 'state'>): boolean => ['idle', 'connecting', 'ready', 'failed'].includes(state)
