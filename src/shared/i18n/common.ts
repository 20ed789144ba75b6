import { catalogue } from './message'

/** Words used all over the window. */
export const common = catalogue({
  'common.save': { zh: '保存', en: 'Save' },
  'common.cancel': { zh: '取消', en: 'Cancel' },
  'common.titleFull': { zh: '标题最多 {{count}} 个字符，多出的部分没有收进来。', en: 'A title has at most {{count}} characters; anything beyond was left out.' },
  'common.close': { zh: '关闭', en: 'Close' },
  'common.open': { zh: '打开', en: 'Open' },
  'common.create': { zh: '创建', en: 'Create' },
  'common.rename': { zh: '重命名', en: 'Rename' },
  'common.delete': { zh: '移到回收站', en: 'Move to trash' },
  'common.restore': { zh: '恢复', en: 'Restore' },
  'common.retry': { zh: '再试一次', en: 'Try again' },
  'common.stop': { zh: '停止', en: 'Stop' },
  'common.details': { zh: '详情', en: 'Details' },
  'common.loading': { zh: '正在读取…', en: 'Loading…' },
  'common.more': { zh: '更多操作', en: 'More actions' },
  'common.words': { zh: '{{count}} 字', en: '{{count}} words', one: '{{count}} word' },
  'common.undo': { zh: '撤销', en: 'Undo' },
  'common.listComma': { zh: '、', en: ', ' },
  'common.yes': { zh: '是', en: 'Yes' },
  'common.no': { zh: '否', en: 'No' },
  'common.none': { zh: '无', en: 'None' },
  'common.readOnly': { zh: '只读', en: 'Read-only' },
  'common.untitled': { zh: '未命名', en: 'Untitled' },
})
