import type { Job } from '@shared/job'
import { currentLocale } from './text'

/** What a job or a phase of it is called: in the window's language where it is named in both, else as it was named when it began. */
export const jobTitle = ({ title, titles }: Pick<Job, 'title' | 'titles'>): string => titles?.[currentLocale() === 'en' ? 'en' : 'zh'] ?? title
