import type Database from 'better-sqlite3'
import type { DecisionAnchor, OpenDecision } from '@shared/story-ledgers'
import type { StoryContext } from '../context'
import { livingAnchor } from '../decision-anchor'
import { decisionOf } from '../entities'
import { all } from '../prepared'
import { deadlineOf } from '../promise-facts'
import { selectOf, type ChapterRow, type DecisionRow } from '../rows'
import type { BriefTexts } from './brief-texts'

/** What a chapter touches, archived scenes and abandoned promises too (02 §11): titles by id. */
interface Touched { scenes: Map<string, string>; threads: Map<string, string>; promises: Map<string, string> }

function touchedBy(db: Database.Database, chapterId: number): Touched {
  const titles = (sql: string) => new Map(all<{ id: number; title: string }>(db, sql, chapterId).map((row) => [String(row.id), row.title]))
  return {
    scenes: titles('SELECT id, title FROM StoryScene WHERE chapterId = ?'), threads: titles('SELECT DISTINCT t.id, t.title FROM StoryThread t JOIN StoryScene s ON s.threadId = t.id WHERE s.chapterId = ?'),
    promises: titles('SELECT DISTINCT p.id, p.title FROM StoryPromise p JOIN StoryPromiseBeat b ON b.promiseId = p.id JOIN StoryScene s ON s.id = b.sceneId WHERE s.chapterId = ?'),
  }
}

/** A story-wide question counts this many chapters before its deadline, and ever after. */
const ahead = 3

function reasonOf(db: Database.Database, chapter: ChapterRow, row: DecisionRow, anchor: DecisionAnchor, touched: Touched, texts: BriefTexts): string | null {
  const id = anchor.id ?? ''
  const title = (titles: ReadonlyMap<string, string>, say: (title: string) => string): string | null => (titles.has(id) ? say(titles.get(id) ?? '') : null)
  switch (anchor.kind) {
    case 'chapter': return id === String(chapter.id) ? texts.reasons.chapter : null
    case 'scene': return title(touched.scenes, (scene) => texts.reasons.scene(texts.scene(id, scene)))
    case 'thread': return title(touched.threads, texts.reasons.thread)
    case 'promise': return title(touched.promises, texts.reasons.promise)
    case 'story': {
      const deadline = deadlineOf(db, row.deadlineChapterId)
      const left = deadline === null ? Infinity : deadline.sortOrder - chapter.sortOrder
      return deadline !== null && left <= ahead ? texts.reasons.deadline(deadline.sortOrder + 1, deadline.title, left) : null
    }
    default: return null
  }
}

/** Open decisions that a writer of this chapter must keep open, each with why (02 §11 "Open-decision trigger"). Never affects the status. */
export function openQuestions({ db, exists }: StoryContext, chapter: ChapterRow, texts: BriefTexts): OpenDecision[] {
  const touched = touchedBy(db, chapter.id)
  return all<DecisionRow>(db, `${selectOf('decision')} WHERE status = 'open' ORDER BY id`).flatMap((row) => {
    const { id, name, title, question, options, anchor } = decisionOf(row)
    const reason = reasonOf(db, chapter, row, livingAnchor(db, anchor, exists), touched, texts)
    return reason === null ? [] : [{ decisionId: id, name, title, question, options, reason }]
  })
}
