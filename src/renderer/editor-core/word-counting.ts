import { countWords, type WordCount } from '@shared/word-count'
import { patchText } from '../stores/texts'
import { isComposing } from './current-editor'
import { textOf, type TextBuffer } from './buffer'

/** Up to here counting takes less than a frame. */
const inPlace = 20_000
const pending = new Map<TextBuffer, ReturnType<typeof setTimeout>>()
let worker: Worker | null = null
let next = 1

function countElsewhere(text: string): Promise<WordCount> {
  worker ??= new Worker(new URL('./word-counter.worker.ts', import.meta.url), { type: 'module' })
  const id = next++
  const to = worker
  return new Promise((done) => {
    const take = ({ data }: MessageEvent<{ id: number; count: WordCount }>) => {
      if (data.id !== id) return
      to.removeEventListener('message', take)
      done(data.count)
    }
    to.addEventListener('message', take)
    to.postMessage({ id, text }, [])
  })
}

async function count(buffer: TextBuffer): Promise<void> {
  pending.delete(buffer)
  if (buffer.model.isDisposed()) return
  if (isComposing()) return countSoon(buffer)
  const text = textOf(buffer)
  const words = text.length <= inPlace ? countWords(text) : await countElsewhere(text)
  if (!pending.has(buffer) && !buffer.model.isDisposed()) patchText(buffer.path, { words })
}

/** 字数 of a text shortly after it changed; the longer the text, the longer it may take. */
export function countSoon(buffer: TextBuffer, now = false): void {
  clearTimeout(pending.get(buffer))
  const length = buffer.model.getValueLength()
  const wait = now ? 0 : length <= inPlace ? 120 : length <= 200_000 ? 300 : 800
  pending.set(buffer, setTimeout(() => void count(buffer), wait))
}
