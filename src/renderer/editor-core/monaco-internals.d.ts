// Parts of Monaco without published types; see indent-caret.ts.
declare module 'monaco-editor/editor/common/modelLineProjectionData' {
  export class ModelLineProjectionData {
    readonly injectionOffsets: readonly number[] | null
    readonly injectionOptions: readonly { readonly content: string }[] | null
    translateToOutputPosition(offset: number, affinity?: number): unknown
    normalizeOffsetInInputWithInjectionsAroundInjections(offset: number, affinity: number): number
    getMinOutputOffset(line: number): number
  }
}
