import type Database from 'better-sqlite3'
import type { DecisionView } from '@shared/story-ledgers'
import type { StoryContext } from './context'
import { livingAnchor } from './decision-anchor'
import { checkedRefs } from './decision-refs'
import { decisionOf } from './entities'
import { pageOf } from './list-page'
import { all } from './prepared'
import { notFound } from './problems'
import { deadlineOf, deadlineView } from './promise-facts'
import { getRow, selectOf, type DecisionRow } from './rows'
import type { ListFilter, ListPage } from './list-types'

/** A decision as readers see it: refs with `valid`, the dangling ones listed, a lost anchor as the story (02 §5). */
export function decisionView({ db, exists }: Pick<StoryContext, 'db' | 'exists'>, row: DecisionRow): DecisionView {
  const { createdAt, updatedAt, ...fields } = decisionOf(row)
  const [serves, dependsOn] = [checkedRefs(db, fields.serves, exists), checkedRefs(db, fields.dependsOn, exists)]
  return {
    ...fields, serves, dependsOn, danglingRefs: [...new Set([...serves, ...dependsOn].filter((ref) => !ref.valid).map((ref) => ref.target))],
    anchor: livingAnchor(db, fields.anchor, exists), deadlineChapter: deadlineView(deadlineOf(db, row.deadlineChapterId)), createdAt, updatedAt,
  }
}

/** get_story_decision, single (02 §10). */
export const readDecision = (context: StoryContext, id: string): DecisionView => decisionView(context, getRow<DecisionRow>(context.db, 'decision', id) ?? notFound('decision', id, '/decisionId'))

/** open, decided, superseded, dropped; then id (02 §6). */
const inOrder = `${selectOf('decision')} ORDER BY CASE status WHEN 'open' THEN 0 WHEN 'decided' THEN 1 WHEN 'superseded' THEN 2 ELSE 3 END, id`
export const decisionRows = (db: Database.Database): DecisionRow[] => all<DecisionRow>(db, inOrder)

/** All decisions in list order, filtered by status and anchorKind (as read). */
export function decisionViews(context: StoryContext, { status, anchorKind }: ListFilter): DecisionView[] {
  return decisionRows(context.db).filter((row) => status === undefined || row.status === status).map((row) => decisionView(context, row))
    .filter((view) => anchorKind === undefined || view.anchor.kind === anchorKind)
}

/** get_story_decision, list: all fields, dangling references as a count. */
export const listDecisions = (context: StoryContext, filter: ListFilter): ListPage =>
  pageOf(decisionViews(context, filter), filter, ({ serves, dependsOn, danglingRefs, ...view }) => ({ ...view, serves: serves.map((r) => r.target), dependsOn: dependsOn.map((r) => r.target), danglingRefs: danglingRefs.length }))
