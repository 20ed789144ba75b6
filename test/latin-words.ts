/** Names, file kinds and keys that Chinese authors read in Latin letters too (09 Y5). */
const names = new Set(['OpenAI', 'Anthropic', 'Google', 'TXT', 'docx', 'Word', 'EPUB', 'Markdown', 'Windows', 'KB', 'MB', 'UTF-8', 'BOM', 'GB18030', 'Big5', 'UTF-16', 'AGENTS.md', 'project.yaml', 'Enter', 'Esc', 'Shift', 'Ctrl', 'Alt', 'Tab', 'Electron', 'English', 'Home', 'End', 'Backspace', 'Del', 'Python', 'JavaScript', 'Shell', 'tool.json'])

const isKey = (word: string) => /^(F\d{1,2}|[A-Z])$/.test(word)

/** The Latin words of a Chinese text that are none of those. */
export function strangeWords(text: string): string[] {
  const words = text.replaceAll(/\{\{\w+\}\}/g, '').match(/[A-Za-z][A-Za-z0-9.-]*[A-Za-z0-9]|[A-Za-z]/g) ?? []
  return words.filter((word) => !names.has(word) && !isKey(word))
}

export const hasHan = (text: string): boolean => /\p{Script=Han}/u.test(text)
