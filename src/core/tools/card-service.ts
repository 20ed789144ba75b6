import { basename, extname } from 'node:path'
import { fail } from '@shared/fault'
import type { OpenedProject } from '../project/types'
import type { StoryService } from '../story/types'
import type { WorldService } from '../world/types'

/** One thing put before the author (08 §3 Pop). `path`: of a text or picture, also the prose of a chapter. */
export interface Card { readonly kind: 'text' | 'picture' | 'act' | 'chapter' | 'scene' | 'thread' | 'promise' | 'decision' | 'subject'; readonly title: string; readonly path: string | null; readonly ref: string | null }
export interface CardWish { readonly path?: string | undefined; readonly ref?: string | undefined; readonly title?: string | undefined }

/** Finds what cards show; reads only. NOT_FOUND and the path's own codes, ENTITY_NOT_FOUND, REF_INVALID. */
export interface CardService { of(wish: CardWish): Promise<Card> }

declare module './types' {
  interface ToolServices { cards: CardService }
}

const pictures = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp'])
const refPattern = /^(act|chapter|scene|thread|promise|decision|subject):\/\/([^/\s]{1,120})$/

export function createCardService(project: OpenedProject, story: StoryService, world: Pick<WorldService, 'subjects'>): CardService {
  return {
    async of({ path, ref, title }) {
      if (path !== undefined) {
        const found = await project.files.authorize(path, { use: 'read' })
        const kind = pictures.has(extname(found.shown).toLowerCase()) ? 'picture' : 'text'
        return { kind, title: title ?? basename(found.shown), path: found.shown, ref: null }
      }
      const [, kind, id = ''] = refPattern.exec(ref ?? '') ?? fail('REF_INVALID', `"${(ref ?? '').slice(0, 80)}" is no reference.`, { expected: 'KIND://ID with KIND act, chapter, scene, thread, promise, decision or subject' })
      return entityCard(story, world, kind as Exclude<Card['kind'], 'text' | 'picture'>, id, title)
    },
  }
}

async function entityCard(story: StoryService, world: Pick<WorldService, 'subjects'>, kind: Exclude<Card['kind'], 'text' | 'picture'>, id: string, title: string | undefined): Promise<Card> {
  const card = (own: string, path: string | null = null): Card => ({ kind, title: title ?? own, path, ref: `${kind}://${id}` })
  switch (kind) {
    case 'act': return card(story.get('act', id).title)
    case 'thread': return card(story.get('thread', id).title)
    case 'scene': return card(story.get('scene', id).title)
    case 'promise': return card(story.promise(id).title)
    case 'decision': return card(story.decision(id).title)
    case 'chapter': {
      const { acts, ungrouped } = await story.outline()
      const found = [...acts.flatMap((act) => act.chapters), ...ungrouped].find((chapter) => chapter.id === id) ?? fail('ENTITY_NOT_FOUND', `There is no chapter ${id}.`, { actual: id })
      return card(found.title, found.prose[0]?.path ?? null)
    }
    case 'subject': return card((world.subjects().find((subject) => subject.id === id) ?? fail('ENTITY_NOT_FOUND', `There is no subject ${id}.`, { actual: id })).name)
  }
}
