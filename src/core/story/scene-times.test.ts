import { describe, expect, it } from 'vitest'
import { fail } from '@shared/fault'
import { author, specStory, type StoryFixture } from './story-fixture'
import type { StoryTimes } from './story-world'

/** Days of the snow: `第3日` is the instant 3; another calendar calls the same instants otherwise. */
const days = (word: string): StoryTimes => ({
  parse: (text) => (new RegExp(`^第-?\\d+${word}$`, 'u').test(text) ? BigInt(text.slice(1, -1)) : fail('TIME_INVALID', `"${text}" is no time.`)),
  format: (instant) => `第${instant}${word}`,
})
/** A calendar that can be changed, taken away and broken. */
function changing(): { times: StoryTimes; now: StoryTimes | 'missing' | 'broken' } {
  const self: { times: StoryTimes; now: StoryTimes | 'missing' | 'broken' } = {
    now: days('日'),
    times: {
      parse: (text) => (typeof self.now === 'string' ? fail(self.now === 'missing' ? 'CALENDAR_MISSING' : 'CALENDAR_INVALID', 'no calendar') : self.now.parse(text)),
      format: (instant) => (self.now === 'missing' ? null : self.now === 'broken' ? fail('CALENDAR_INVALID', 'broken') : self.now.format(instant)),
    },
  }
  return self
}

const byAuthor = { by: author, exactlyOnce: null }
const anchor = (f: StoryFixture, worldAnchor: Record<string, unknown>) => f.save('scene', 'update', '1', { worldAnchor }, byAuthor)
const timesOf = (f: StoryFixture) => { const { startTime, endTime, startInstant, endInstant } = f.story.get('scene', '1').worldAnchor; return [startTime, endTime, startInstant, endInstant] }
const code = (run: () => unknown): string => {
  try { run(); return 'ok' } catch (error) { return (error as { fault: { code: string } }).fault.code }
}

describe('the time of a scene (02 §5 worldAnchor)', () => {
  it('text becomes an instant, an instant becomes text; both must agree', async () => {
    const f = specStory('zh-CN', days('日'))
    anchor(f, { startTime: '第3日', endInstant: '7' })
    expect(timesOf(f)).toEqual(['第3日', '第7日', '3', '7'])
    expect(anchor(f, { startTime: '第3日', startInstant: '3', endTime: '第7日' }).done).toBe('unchanged')
    expect((await f.story.outline()).ungrouped[0]?.scenes.map(({ start }) => start)).toEqual(['3', null])
    expect([
      code(() => anchor(f, { startTime: '第3日', startInstant: '4' })), code(() => anchor(f, { startTime: '腊月' })), code(() => anchor(f, { startTime: '第9日', endTime: '第8日' })), code(() => anchor(f, { startTime: '第9日', endInstant: '8' })),
    ]).toEqual(['ANCHOR_INVALID', 'TIME_INVALID', 'ANCHOR_INVALID', 'ANCHOR_INVALID'])
    expect(timesOf(f)).toEqual(['第3日', '第7日', '3', '7'])
  })

  it('a new calendar moves no instant and names it anew; none gives no text; a broken one is told to agents and leaves the window whole', () => {
    const calendar = changing()
    const f = specStory('zh-CN', calendar.times)
    anchor(f, { startTime: '第3日', endTime: '第7日' })
    calendar.now = days('夜')
    expect([timesOf(f), f.story.scenesOf('thread', '1')[0]?.worldAnchor.startTime, f.story.worldContexts({}).items[0]?.['startTime']]).toEqual([['第3夜', '第7夜', '3', '7'], '第3夜', '第3夜'])
    calendar.now = 'missing'
    expect([timesOf(f), code(() => anchor(f, { startTime: '第3日' })), code(() => anchor(f, { startInstant: '3', endInstant: '7' }))]).toEqual([[null, null, '3', '7'], 'CALENDAR_MISSING', 'ok'])
    calendar.now = 'broken'
    expect([timesOf(f), code(() => f.story.scene('1')), code(() => f.story.worldContexts({})), f.save('scene', 'update', '1', { title: 'Snow' }, byAuthor).done]).toEqual([[null, null, '3', '7'], 'CALENDAR_INVALID', 'CALENDAR_INVALID', 'updated'])
    expect(f.story.brief('1', 'autonomous').status).toBe('needs_world_anchor')
  })

  it('a text from before there was a calendar stays until it is written anew', () => {
    const f = specStory('zh-CN', days('日'))
    f.db.exec("UPDATE StoryScene SET startTime = '腊月初三', endTime = '腊月初四' WHERE id = 1")
    anchor(f, { startTime: '腊月初三', endTime: '腊月初四', subjectIds: ['hero'] })
    expect(timesOf(f)).toEqual(['腊月初三', '腊月初四', null, null])
    anchor(f, { startTime: '第3日', endTime: '腊月初四' })
    expect(timesOf(f)).toEqual(['第3日', '腊月初四', '3', null])
  })

  it('world context and curated brief write slices in calendar text, states by the engine', () => {
    const f = specStory('zh-CN', days('日'))
    f.db.exec(`INSERT INTO WorldSubject VALUES ('hero', 'character', 'Lin', 'x');
      INSERT INTO WorldSlice (id, instant, title, summary, hidden, createdAt) VALUES (1, 2, 'Before', '', 0, 'x'), (2, 5, 'Arrival', 'Snow.', 0, 'x'), (3, 6, 'Hidden', '', 1, 'x');
      INSERT INTO WorldPatch (sliceId, subjectId, instant, seq, path, op, value) VALUES (1, 'hero', 2, 0, '/hp', 'replace', '10'), (2, 'hero', 5, 0, '/hp', 'increment', '-3'), (3, 'hero', 6, 0, '/hp', 'replace', '0');`)
    anchor(f, { startTime: '第3日', endTime: '第7日', subjectIds: ['hero'] })
    expect(f.story.worldContext('1')).toEqual({
      slices: [{ id: '2', time: '第5日', title: 'Arrival', summary: 'Snow.', kind: 'event', patchCount: 1 }], subjectStates: [{ subjectId: 'hero', type: 'character', name: 'Lin', attrs: { hp: 7 } }], unresolvedSubjectIds: [],
    })
    expect(f.story.brief('1', 'curated').suggestedBriefMarkdown).toContain('- 时间：第3日 – 第7日\n- 人物：Lin (hero)\n- 经过\n  - 第5日 Arrival（1 处变化）：Snow.\n- 结束时的状态\n  - Lin：hp = 7\n')
  })
})
