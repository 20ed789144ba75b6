import type { Locale } from '@shared/settings'

/** The oldest Electron whose Chromium still gets fixes; the fallback from npm is older (01 facts). */
const supported = 41

export function runtimeNote(electron: string | undefined, language: Locale): string | null {
  const version = electron ?? '0'
  if (Number.parseInt(version, 10) >= supported) return null
  return language === 'zh-CN' ? `正在使用备用的 Electron ${version}：仅供试用，不宜日常写作。` : `Running on the fallback Electron ${version}: fine for trials, not for daily work.`
}
