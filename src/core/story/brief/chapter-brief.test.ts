import { describe, expect, it } from 'vitest'
import { author, specStory, type StoryFixture } from '../story-fixture'

const byAuthor = { by: author, exactlyOnce: null }
const full = { startTime: '卯时', endTime: '辰时', startInstant: '36000', endInstant: '43200', subjectIds: ['hero'], locationSubjectId: 'inn' }

function world(f: StoryFixture): void {
  f.db.exec(`INSERT INTO WorldSubject VALUES ('hero', 'character', 'Lin', 'x'), ('inn', 'location', 'Inn', 'x');
    INSERT INTO WorldSlice (id, instant, title, summary, hidden, createdAt) VALUES (1, 36000, 'Arrival', 'Snow.', 0, 'x'), (2, 43201, 'Later', '', 0, 'x'), (3, 40000, 'Hidden', '', 1, 'x'), (4, 41000, 'Elsewhere', '', 0, 'x');
    INSERT INTO WorldPatch (sliceId, subjectId, instant, seq, path, op, value) VALUES (1, 'hero', 36000, 0, '/hp', 'replace', '7'), (1, 'inn', 36000, 1, '/owner/name', 'replace', '"Mo"'), (1, 'other', 36000, 2, '/x', 'replace', '1'),
      (2, 'hero', 43201, 0, '/hp', 'replace', '1'), (3, 'hero', 40000, 0, '/hp', 'replace', '2'), (4, 'other', 41000, 0, '/x', 'replace', '2');`)
}

describe('the writer’s brief (02 §11)', () => {
  it('shows states and slices only when curated, in the closed window, of the scene’s own subjects', () => {
    const f = specStory()
    world(f)
    f.save('scene', 'update', '1', { worldAnchor: full }, byAuthor)
    expect(f.story.worldContext('1')).toEqual({
      slices: [{ id: '1', time: null, title: 'Arrival', summary: 'Snow.', kind: 'event', patchCount: 2 }],
      subjectStates: [{ subjectId: 'hero', type: 'character', name: 'Lin', attrs: { hp: 7 } }, { subjectId: 'inn', type: 'location', name: 'Inn', attrs: { owner: { name: 'Mo' } } }], unresolvedSubjectIds: [],
    })
    const { suggestedBriefMarkdown: curated } = f.story.brief('1', 'curated')
    const { suggestedBriefMarkdown: autonomous } = f.story.brief('1', 'autonomous')
    expect(curated).toContain('- 时间：卯时 – 辰时\n- 人物：Lin (hero)\n- 地点：Inn (inn)\n- 经过\n  - Arrival（2 处变化）：Snow.\n- 结束时的状态\n  - Lin：hp = 7\n')
    expect(autonomous).toContain('- 地点：Inn (inn)\n')
    expect([autonomous.includes('Arrival'), curated.includes('必须隐瞒'), autonomous.includes('查阅')]).toEqual([false, true, true])
  })

  it('a time known only as text gives no slices; subjects none: empty', () => {
    const f = specStory()
    world(f)
    f.save('scene', 'update', '1', { worldAnchor: { startTime: 'a', endTime: 'b', subjectIds: ['hero', 'ghost'] } }, byAuthor)
    expect(f.story.worldContext('1')).toEqual({ slices: [], subjectStates: [], unresolvedSubjectIds: ['ghost'] })
    f.save('scene', 'update', '1', { worldAnchor: { startInstant: '36000', endInstant: '36000' } }, byAuthor)
    expect(f.story.worldContext('1')).toEqual({ slices: [], subjectStates: [], unresolvedSubjectIds: [] })
    expect(f.story.worldContexts({}).items.map((i) => i['anchor'])).toEqual(['no_subjects', 'no_time', 'no_time'])
  })

  it('keeps section order, skips empty sections, speaks the project’s language', () => {
    const f = specStory('en')
    const texts = Object.fromEntries(['goal', 'ending', 'pov', 'tone', 'readerKnows', 'pacing', 'opening', 'doNotWrite'].map((key) => [key, `the ${key}`]))
    f.save('chapter', 'update', '1', { brief: texts }, byAuthor)
    f.save('scene', 'update', '1', { refs: [{ relation: 'defines', target: 'lorebook/item/sword/', visibility: 'author', note: 'old' }, { relation: 'contains', target: 'lorebook/item/sword/', visibility: 'reader' }, { relation: 'part_of', target: 'thread://t1', visibility: 'author' }] }, byAuthor)
    f.save('promise', 'update', '1', { payoffExpectation: 'joy' }, byAuthor)
    f.save('beat', 'set', null, { promiseId: '1', sceneId: '2', kind: 'payoff' }, byAuthor)
    f.save('decision', 'update', '1', { anchor: { kind: 'thread', id: '1' } }, byAuthor)
    const { suggestedBriefMarkdown: text, ...brief } = f.story.brief('1', 'autonomous')
    expect(text.match(/^#+ .*$/gmu)).toEqual(['# Brief: Chapter 1', '## Goal and landing', '## How to tell it', '## Who knows what', '## Pace and pull', '## Do not write', '## Warnings', '## Scenes', '### 1. Scene (scene 1)', '### 2. Scene (scene 2)', '## Promise tasks', '## Open questions', '## Suggested reading'])
    expect(text).toContain('- **Plant** Promise (scene 1 “Scene”): let it be noticed; explain nothing\n  - Note: n\n- **Payoff** Promise (scene 2 “Scene”): answer it on the page, show what follows; do not repeat the hint\n  - Effect wanted: joy\n')
    expect(text).toContain('keep every option possible, ask first')
    expect(brief).toMatchObject({
      status: 'needs_world_anchor', pendingScenes: ['1', '2'], warnings: ['scene 1 “Scene” lacks its start or end: set worldAnchor with save_story_scene.', expect.stringContaining('scene 2')],
      suggestedReading: [{ path: 'lorebook/item/sword/', relation: 'defines', note: 'old', source: 'scene' }], openDecisions: [{ decisionId: '1', reason: 'belongs to thread “Main”' }],
      promiseTasks: [{ kind: 'plant', payoffExpectation: null }, { kind: 'payoff', payoffExpectation: 'joy' }],
    })
  })

  it.each<[string, Record<string, unknown>, (f: StoryFixture) => unknown, string[]]>([
    ['this chapter', { anchor: { kind: 'chapter', id: '1' } }, () => 0, ['1']],
    ['another chapter', { anchor: { kind: 'chapter', id: '2' } }, () => 0, []],
    ['a scene here, archived', { anchor: { kind: 'scene', id: '1' } }, (f) => f.save('scene', 'archive', '1', {}), ['1']],
    ['a scene elsewhere', { anchor: { kind: 'scene', id: '3' } }, () => 0, []],
    ['the thread of a scene here', { anchor: { kind: 'thread', id: '1' } }, () => 0, ['1']],
    ['a promise with a beat here, abandoned', { anchor: { kind: 'promise', id: '1' } }, (f) => f.save('promise', 'abandon', '1', {}), ['1']],
    ['an act', { anchor: { kind: 'act', id: '1' }, deadlineChapterId: '1' }, () => 0, []],
    ['content', { anchor: { kind: 'content', path: 'lorebook/a/' }, deadlineChapterId: '1' }, () => 0, []],
    ['the story without a deadline', {}, () => 0, []],
    ['the story, 3 ahead', { deadlineChapterId: '4' }, () => 0, ['1']],
    ['the story, 4 ahead', { deadlineChapterId: '5' }, () => 0, []],
    ['a deadline that is gone', { deadlineChapterId: '4' }, (f) => f.story.trash('chapter', '4', author), []],
    ['an anchor that is gone reads as story', { anchor: { kind: 'chapter', id: '5' }, deadlineChapterId: '2' }, (f) => f.story.trash('chapter', '5', author), ['1']],
    ['a decision taken', { anchor: { kind: 'chapter', id: '1' } }, (f) => f.save('decision', 'decide', '1', { decision: 'd', motivation: 'm', risk: 'r' }), []],
  ])('open question of %s', (_name, fields, then, expected) => {
    const f = specStory()
    f.save('act', 'create', null, { name: 'a', title: 'A' }, byAuthor)
    if (Object.keys(fields).length > 0) f.save('decision', 'update', '1', fields, byAuthor)
    then(f)
    expect(f.story.brief('1', 'autonomous').openDecisions.map((d) => d.decisionId)).toEqual(expected)
  })

  it('leaves abandoned promises and archived scenes out of the tasks', () => {
    const f = specStory()
    f.save('scene', 'archive', '1', {}, byAuthor)
    expect(f.story.brief('1', 'autonomous')).toMatchObject({ promiseTasks: [], totalScenes: 1 })
    const g = specStory()
    g.save('promise', 'abandon', '1', {}, byAuthor)
    expect(g.story.brief('1', 'autonomous').promiseTasks).toEqual([])
  })

  it('lists how ready chapters are, the same as one by one and as the outline', async () => {
    const f = specStory()
    world(f)
    for (const id of ['1', '2']) f.save('scene', 'update', id, { worldAnchor: { ...full, subjectIds: id === '1' ? ['hero'] : ['hero', 'ghost'] } }, byAuthor)
    f.save('scene', 'update', '3', { chapterId: '3', worldAnchor: full }, byAuthor)
    const listed = f.story.briefs({}).items.map((i) => i['status'])
    expect(listed).toEqual(['needs_world_context', 'needs_plot', 'needs_chapter_brief', 'needs_plot', 'needs_plot'])
    expect(['1', '2', '3', '4', '5'].map((id) => f.story.brief(id, 'curated').status)).toEqual(listed)
    expect((await f.story.outline()).ungrouped.map((c) => c.readiness)).toEqual(listed)
  })
})
