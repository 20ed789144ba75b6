import { ModelLineProjectionData } from 'monaco-editor/editor/common/modelLineProjectionData'

const none = 2
const right = 1

/**
 * Monaco lets a caret stand before text injected at the start of a line; in prose the indent is a margin, and the caret of a new
 * paragraph stands after it. The three methods decide where a caret may be; nothing else of Monaco is changed (pinned version).
 */
export function keepCaretOutOfIndent(): void {
  const proto = ModelLineProjectionData.prototype
  const { translateToOutputPosition, normalizeOffsetInInputWithInjectionsAroundInjections, getMinOutputOffset } = proto
  const indentOf = (line: ModelLineProjectionData): number => (line.injectionOffsets?.[0] === 0 ? (line.injectionOptions?.[0]?.content.length ?? 0) : 0)
  proto.translateToOutputPosition = function (offset, affinity = none) {
    return translateToOutputPosition.call(this, offset, offset === 0 && indentOf(this) > 0 ? right : affinity)
  }
  proto.normalizeOffsetInInputWithInjectionsAroundInjections = function (offset, affinity) {
    const indent = indentOf(this)
    return offset <= indent && indent > 0 ? indent : normalizeOffsetInInputWithInjectionsAroundInjections.call(this, offset, affinity)
  }
  proto.getMinOutputOffset = function (line) {
    return line === 0 ? indentOf(this) : getMinOutputOffset.call(this, line)
  }
}
