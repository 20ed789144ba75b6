import { countWords } from '@shared/word-count'

/** Counts long texts off the page's thread, so that typing never waits for it (authors.md 41). */
self.addEventListener('message', ({ data }: MessageEvent<{ id: number; text: string }>) => self.postMessage({ id: data.id, count: countWords(data.text) }, { transfer: [] }))
