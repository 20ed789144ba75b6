import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { useApp } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { Choice, SettingRow, Toggle } from './rows'
import { TrustSection } from './trust-section'

/** What the assistant may do in this novel. */
export function SafetySection() {
  const t = useText()
  const { project, opened } = useApp()
  if (!project) return null
  const id = project.project
  const policies = (['author', 'strict'] as const).map((value) => ({ value, label: t(`settings.policy.${value}`) }))
  return (
    <>
      <SettingRow label={t('settings.policy')} hint={t('settings.policyHint')} htmlFor="set-policy">
        <Choice id="set-policy" testId="settings-approvals" value={project.approvals} options={policies} onChange={(approvals) => void attempt(async () => opened(await call('projects.setApprovals', { project: id, approvals })))} />
      </SettingRow>
      <SettingRow label={t('settings.trust')} hint={t('settings.trustHint')} htmlFor="set-trust">
        <Toggle id="set-trust" testId="settings-trust" on={project.trusted} onChange={(trusted) => void attempt(async () => opened(await call('projects.setTrust', { project: id, trusted })))} />
      </SettingRow>
      <TrustSection />
    </>
  )
}
