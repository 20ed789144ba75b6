import { call } from '../../bridge/call'
import type { text } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt, inform } from '../../stores/notices'

/** Asks for a folder and writes the conversation there, every branch of it. */
export async function exportSession(sessionId: number, t: typeof text): Promise<void> {
  const { path: folder } = await call('app.pickFolder', { title: t('sessions.exportFolder') })
  if (folder === null) return
  const { path, entries } = await call('sessions.export', { project: projectId(), sessionId, folder })
  inform(t('sessions.exported', { count: entries }), { label: t('sessions.exportShow'), run: () => void attempt(() => call('app.showItem', { path })) })
}
