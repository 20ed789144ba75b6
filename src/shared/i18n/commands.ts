import { catalogue } from './message'

/** Names of commands, as the key list and quick open show them. */
export const commands = catalogue({
  'command.toggleSide': { zh: '显示或隐藏侧栏', en: 'Show or hide the side list' },
  'command.toggleAssistant': { zh: '显示或隐藏助手', en: 'Show or hide the assistant' },
  'command.focusMode': { zh: '专注写作', en: 'Focus on the text' },
  'command.quickOpen': { zh: '快速打开', en: 'Quick open' },
  'command.keysList': { zh: '键盘操作一览', en: 'All keys' },
  'command.settings': { zh: '设置', en: 'Settings' },
  'command.approvals': { zh: '看待审批', en: 'See approvals' },
  'command.nextZone': { zh: '下一个区域', en: 'Next zone' },
  'command.previousZone': { zh: '上一个区域', en: 'Previous zone' },
  'command.saveVersion': { zh: '保存一个版本', en: 'Keep a version' },
  'command.history': { zh: '本章历史', en: 'History of this chapter' },
  'command.previousChapter': { zh: '上一章', en: 'Previous chapter' },
  'command.nextChapter': { zh: '下一章', en: 'Next chapter' },
  'command.find': { zh: '在本章查找', en: 'Find in this chapter' },
  'command.copyForWeb': { zh: '复制为网文格式', en: 'Copy for web' },
  'command.newSession': { zh: '新会话', en: 'New conversation' },
  'command.newChapter': { zh: '新建章节', en: 'New chapter' },
  'command.import': { zh: '导入 TXT 或 Word', en: 'Import TXT or Word' },
  'command.closeProject': { zh: '回到作品列表', en: 'Back to all novels' },
  'command.undo': { zh: '撤销', en: 'Undo' },
})
