/**
 * A name as the least careful file system may see it: ignorable characters removed, NFC, case-folded (06 §1.2 step 5).
 * Upper-casing first folds what lower-casing alone leaves apart (ſ, K, ı, ß).
 */
export function foldName(name: string): string {
  return name.replace(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}
