/** Takes every known key, and what looks like one, out of a text: keys are in no message, log or entry (04 §2). */
export function maskKeys(text: string, keys: Readonly<Record<string, string>>): string {
  let masked = text
  for (const key of Object.values(keys)) if (key.length >= 4) masked = masked.replaceAll(key, '•••')
  return masked.replace(/\b(?:sk|key|AIza|xai|gsk)[-_A-Za-z0-9]{12,}/g, '•••').slice(0, 1_000)
}
