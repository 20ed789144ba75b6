import { hashOf } from '../tools/canonical'
import type { ListedTool, Pin } from './types'

/** A tool with the hash that pins it: its server as consented to, its name, and every word of its definition (07 §8 "Pinning"). */
export function pinOf(serverHash: string, { raw, description, inputSchema, annotations }: ListedTool): Pin {
  return { raw, description, inputSchema, annotations, hash: hashOf({ server: serverHash, name: raw, description, inputSchema, annotations }) }
}
