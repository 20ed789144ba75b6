/** What the first 16 bytes say a file is, whatever its name (06 §3). */
export type FileKind = { kind: 'image'; mime: string } | { kind: 'pdf' } | { kind: 'text' }

const starts = (bytes: Uint8Array, at: number, ...wanted: number[]): boolean => wanted.every((byte, index) => bytes[at + index] === byte)

export function fileKind(first: Uint8Array): FileKind {
  if (starts(first, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return { kind: 'image', mime: 'image/png' }
  if (starts(first, 0, 0xff, 0xd8, 0xff)) return { kind: 'image', mime: 'image/jpeg' }
  if (starts(first, 0, 0x47, 0x49, 0x46, 0x38) && (first[4] === 0x37 || first[4] === 0x39) && first[5] === 0x61) return { kind: 'image', mime: 'image/gif' }
  if (starts(first, 0, 0x52, 0x49, 0x46, 0x46) && starts(first, 8, 0x57, 0x45, 0x42, 0x50)) return { kind: 'image', mime: 'image/webp' }
  return starts(first, 0, 0x25, 0x50, 0x44, 0x46, 0x2d) ? { kind: 'pdf' } : { kind: 'text' }
}
