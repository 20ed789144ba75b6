import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { messages, type MessageKey } from '@shared/i18n'
import type { Message } from '@shared/i18n/message'
import type { Locale } from '@shared/settings'

const resources = (language: 'zh' | 'en') => ({ translation: Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, message[language]])) })

const listeners = new Set<() => void>()
let locale: Locale = 'zh-CN'

/** Loads both languages once; switching is instant and needs no restart (G2). */
export function startTexts(first: Locale): void {
  locale = first
  void i18next.init({
    lng: first, fallbackLng: false, keySeparator: false, nsSeparator: false, initAsync: false, interpolation: { escapeValue: false },
    resources: { 'zh-CN': resources('zh'), en: resources('en') },
  })
  showLanguage(first)
}

function showLanguage(language: Locale): void {
  document.documentElement.lang = language
  document.title = i18next.t('frame.appName')
}

export function setLocale(next: Locale): void {
  if (next !== locale) void change(next)
}

async function change(next: Locale): Promise<void> {
  locale = next
  await i18next.changeLanguage(next)
  showLanguage(next)
  for (const listener of listeners) listener()
}

export const currentLocale = (): Locale => locale

export type Vars = Record<string, string | number>
/** One text; numbers are written by the locale's rules. */
export function text(key: MessageKey, vars: Vars = {}): string {
  const written = Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, typeof value === 'number' ? value.toLocaleString(locale) : value]))
  const { one }: Message = messages[key]
  // English alone says one word and two words differently.
  if (one !== undefined && locale === 'en' && vars['count'] === 1) return i18next.t(`${key}.one`, { ...written, defaultValue: one })
  return i18next.t(key, written)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => { listeners.delete(listener) }
}

/** `text` that makes the component draw again when the language changes. */
export function useText(): typeof text {
  useSyncExternalStore(subscribe, currentLocale)
  return text
}
