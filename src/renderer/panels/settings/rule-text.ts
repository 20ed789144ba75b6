import type { text } from '../../i18n/text'

/** A remembered command as it counts: program, second word, and whether more may follow. */
export function ruleText({ program, subcommand }: { program: string; subcommand?: string | null | undefined }, t: typeof text): string {
  if (subcommand === null) return `${program} ${t('settings.ruleAlone')}`
  return `${subcommand === undefined ? program : `${program} ${subcommand}`} …`
}
