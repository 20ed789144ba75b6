import { text } from '../../../i18n/text'

/** The text a new kind of assistant begins with: right as it stands, each line to be changed. */
export function emptyProfile(key: string): string {
  const name = text('profiles.new')
  return [
    '---', `key: ${key}`, `name: {zh: "${name}", en: "${name}"}`, `description: {zh: "${name}", en: "${name}"}`, 'pack: nbook', 'creationMode: public',
    'tools: [read, get_story_tree, get_story_chapter, get_chapter_writer_brief, request_user_input]', '---', '', text('profiles.newBody'), '',
  ].join('\n')
}
