import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isSlug, notPortable } from './paths/syntax'

const maxLength = 60

/** A folder name from a title: Chinese kept, spaces as hyphens, what is not portable left out (02 §1); never empty. */
export function slugOf(title: string): string {
  const plain = title.toWellFormed().normalize('NFC').replace(/[\p{C}\p{Z}]+/gu, ' ').replace(/[<>:"|?*\\/~]/g, ' ').trim().replace(/\s+/g, '-')
  const short = [...plain.replace(/^[.-]+/, '')].slice(0, maxLength).join('')
  const tidy = trimToBytes(short, 240).replace(/[.\-\s]+$/, '')
  if (tidy === '') return 'novel'
  return isSlug(tidy) && notPortable(tidy) === null ? tidy : `novel-${tidy}`.slice(0, maxLength)
}

function trimToBytes(text: string, max: number): string {
  let out = ''
  let bytes = 0
  for (const char of text) {
    bytes += Buffer.byteLength(char)
    if (bytes > max) break
    out += char
  }
  return out
}

/** A name not yet taken in a folder: the slug, or the slug with `-2`, `-3` … */
export function freeSlug(parent: string, title: string): string {
  const slug = slugOf(title)
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? slug : `${slug}-${n}`
    if (!existsSync(join(parent, name))) return name
  }
}
