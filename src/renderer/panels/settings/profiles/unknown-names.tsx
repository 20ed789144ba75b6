import { useText } from '../../../i18n/text'

/** Names in a file of instructions that no tool has: what was meant to be granted or barred is not. */
export function UnknownNames({ unknown, unknownRules }: { unknown: readonly string[]; unknownRules: readonly string[] }) {
  const t = useText()
  const list = (names: readonly string[]) => ({ names: names.join(t('common.listComma')) })
  return (
    <>
      {unknown.length > 0 && <p className="note" data-testid="profile-unknown">{t('profiles.unknown', list(unknown))}</p>}
      {unknownRules.length > 0 && <p className="note" data-kind="warn" role="alert" data-testid="profile-unknown-rules">{t('profiles.unknownRules', list(unknownRules))}</p>}
    </>
  )
}
