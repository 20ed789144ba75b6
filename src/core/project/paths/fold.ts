/**
 * A name as the least careful file system may see it: ignorable characters removed, NFC, case-folded (06 §1.2 step 5).
 * Upper-casing first folds what lower-casing alone leaves apart (ſ, K, ı, ß).
 */
export function foldName(name: string): string {
  const known = folded.get(name)
  if (known !== undefined) return known
  if (folded.size >= MOST_KEPT) folded.clear()
  const made = fold(name)
  folded.set(name, made)
  return made
}

/** Listings fold the same folder names for every file. */
const folded = new Map<string, string>()
const MOST_KEPT = 4_096

function fold(name: string): string {
  return name.replace(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}
