import type { BeatKind, BriefMode, BriefStatus } from '@shared/story-ledgers'

export type Locale = 'zh-CN' | 'en'
/** Words of the writer's brief, in the project's language (02 §11). */
export interface BriefTexts {
  title(title: string): string
  status: Record<BriefStatus, string>; modes: Record<BriefMode, string>; statusLine(name: string, status: string): string
  sections: Record<'goal' | 'telling' | 'knowledge' | 'pace' | 'forbidden' | 'warnings' | 'scenes' | 'promises' | 'questions' | 'reading', string>
  fields: Record<'goal' | 'ending' | 'pov' | 'tone' | 'readerKnows' | 'protagonistKnows' | 'mustHide' | 'hintOnly' | 'pacing' | 'opening' | 'thread' | 'summary' | 'purpose' | 'tip' | 'threadSummary' | 'threadTip'
    | 'time' | 'cast' | 'place' | 'slices' | 'states' | 'note' | 'expectation' | 'options' | 'reason', string>
  overrides: string; nobodyKnows: string; mainThread: string; unregistered: string; patches(n: number): string; keepOpen: string; colon: string; sceneNumber(id: string): string; scene(id: string, title: string): string
  labels: Record<BeatKind, string>; directives: Record<BeatKind, string>
  warnings: { plot: string; anchor(scene: string): string; context(scene: string, ids: string): string; failed(scene: string, why: string): string; brief: string }
  reasons: { chapter: string; scene(scene: string): string; thread(title: string): string; promise(title: string): string; deadline(number: number, title: string, left: number): string }
}

const zh: BriefTexts = {
  title: (title) => `《${title}》写作单`,
  status: { needs_plot: '还缺场景', needs_world_anchor: '场景还缺时间', needs_world_context: '还缺设定', needs_chapter_brief: '还缺信息控制', ready: '可以动笔' },
  modes: { autonomous: '自主：需要的资料请自己查阅。', curated: '整理：写作者不读其他资料，以下就是全部。交给写作者之前，先按“必须隐瞒”删去不该让他看到的内容。' },
  statusLine: (name, status) => `${name} · 状态：${status}`,
  sections: { goal: '目标与落点', telling: '本章写法', knowledge: '谁知道什么', pace: '节奏与牵引', forbidden: '不可写', warnings: '提醒', scenes: '场景', promises: '承诺任务', questions: '未决之事', reading: '可读资料' },
  fields: {
    goal: '目标', ending: '落点', pov: '视角', tone: '语气', readerKnows: '读者知道', protagonistKnows: '主角知道', mustHide: '必须隐瞒', hintOnly: '只可暗示', pacing: '节奏', opening: '开头', thread: '剧情线',
    summary: '概要', purpose: '作用', tip: '写作提示', threadSummary: '剧情线概要', threadTip: '剧情线提示', time: '时间', cast: '人物', place: '地点', slices: '经过', states: '结束时的状态', note: '备注',
    expectation: '期望效果', options: '选项', reason: '为何在此',
  },
  overrides: '以下优先于写作者的默认写法。', nobodyKnows: '⚠ 还没有写明谁知道什么：四项都空着，动笔前先补上。', mainThread: '（主线）', unregistered: '（未登记）', patches: (n) => `（${n} 处变化）`,
  keepOpen: '这些事还没有定：保留每一种可能，先问作者。', colon: '：', sceneNumber: (id) => `场景 ${id}`, scene: (id, title) => `场景 ${id}“${title}”`,
  labels: { plant: '埋', advance: '推', setback: '挫', payoff: '收' },
  directives: { plant: '让人注意到，什么也不解释', advance: '提醒读者，把问题磨得更尖，不给答案', setback: '眼看到手又被夺走，不真正兑现', payoff: '在纸面上给出回答并写出后果，不要重复当初的暗示' },
  warnings: {
    plot: '本章还没有场景：用 save_story_scene 新建场景并放进本章。', anchor: (scene) => `${scene}缺少开始或结束时间：用 save_story_scene 补上 worldAnchor。`,
    context: (scene, ids) => `${scene}里有未登记的对象 ${ids}：用 execute_world 登记，或用 save_story_scene 改正。`, failed: (scene, why) => `${scene}的世界信息读不出来（${why}）：用 get_scene_world_context 查看。`,
    brief: '四项信息控制（读者知道、主角知道、必须隐瞒、只可暗示）都空着：用 save_story_chapter 填写 brief。',
  },
  reasons: {
    chapter: '属于本章', scene: (scene) => `属于${scene}`, thread: (title) => `属于剧情线“${title}”`, promise: (title) => `属于承诺“${title}”，本章有它的一笔`,
    deadline: (number, title, left) => `全书的问题，期限是第 ${number} 章“${title}”（${left < 0 ? `已过 ${-left} 章` : left === 0 ? '就是本章' : `还有 ${left} 章`}）`,
  },
}

const en: BriefTexts = {
  title: (title) => `Brief: ${title}`,
  status: { needs_plot: 'needs a scene', needs_world_anchor: 'a scene needs its time', needs_world_context: 'needs its world', needs_chapter_brief: 'needs who knows what', ready: 'ready to write' },
  modes: { autonomous: 'Autonomous: look up what you need.', curated: 'Curated: the writer reads nothing else; this is all. Before handing it over, trim by “Must stay hidden” what the writer must not see.' },
  statusLine: (name, status) => `${name} · status: ${status}`,
  sections: { goal: 'Goal and landing', telling: 'How to tell it', knowledge: 'Who knows what', pace: 'Pace and pull', forbidden: 'Do not write', warnings: 'Warnings', scenes: 'Scenes', promises: 'Promise tasks', questions: 'Open questions', reading: 'Suggested reading' },
  fields: {
    goal: 'Goal', ending: 'Landing', pov: 'Point of view', tone: 'Tone', readerKnows: 'The reader knows', protagonistKnows: 'The protagonist knows', mustHide: 'Must stay hidden', hintOnly: 'Hint only', pacing: 'Pace',
    opening: 'Opening', thread: 'Thread', summary: 'Summary', purpose: 'Purpose', tip: 'Tip', threadSummary: 'Thread so far', threadTip: 'Thread tip', time: 'Time', cast: 'Cast', place: 'Place', slices: 'What happens',
    states: 'State at its end', note: 'Note', expectation: 'Effect wanted', options: 'Options', reason: 'Why here',
  },
  overrides: 'These override the writer’s defaults.', nobodyKnows: '⚠ Nothing says who knows what: all four fields are empty; fill them before writing.', mainThread: ' (main)', unregistered: ' (not registered)',
  patches: (n) => ` (${n} ${n === 1 ? 'change' : 'changes'})`, keepOpen: 'Nothing of this is decided: keep every option possible, ask first.', colon: ': ', sceneNumber: (id) => `scene ${id}`, scene: (id, title) => `scene ${id} “${title}”`,
  labels: { plant: 'Plant', advance: 'Advance', setback: 'Setback', payoff: 'Payoff' },
  directives: { plant: 'let it be noticed; explain nothing', advance: 'remind, sharpen the question; no answer', setback: 'come close, take it away; no real payoff', payoff: 'answer it on the page, show what follows; do not repeat the hint' },
  warnings: {
    plot: 'The chapter has no scene: make one with save_story_scene and place it here.', anchor: (scene) => `${scene} lacks its start or end: set worldAnchor with save_story_scene.`,
    context: (scene, ids) => `${scene} names unregistered subjects ${ids}: register them with execute_world or correct them with save_story_scene.`,
    failed: (scene, why) => `The world around ${scene} cannot be read (${why}): look with get_scene_world_context.`,
    brief: 'All four information-control fields are empty: fill readerKnows, protagonistKnows, mustHide or hintOnly with save_story_chapter.',
  },
  reasons: {
    chapter: 'belongs to this chapter', scene: (scene) => `belongs to ${scene}`, thread: (title) => `belongs to thread “${title}”`, promise: (title) => `belongs to promise “${title}”, which has a beat here`,
    deadline: (number, title, left) => `story-wide, due by chapter ${number} “${title}” (${left < 0 ? `${-left} past` : left === 0 ? 'this one' : `${left} ahead`})`,
  },
}

export const briefTexts: Record<Locale, BriefTexts> = { 'zh-CN': zh, en }
