import { create } from 'zustand'
import type { ToolLayer } from '@shared/procedures/tools'
import { onOtherNovel } from './app'

export interface ToolDraft { readonly text: string; /** Hash of the file it was written over; null: a new file. */ readonly base: string | null }
interface Drafts { /** By tool, then by path. */ tools: Readonly<Record<string, Readonly<Record<string, ToolDraft>>>>; put(tool: string, path: string, draft: ToolDraft | null): void }

export const toolDraftKey = (layer: ToolLayer, name: string): string => `${layer}/${name}`

/** Unsaved texts of script tools; they outlive the panel that shows them and every refresh (09 §1 Live). */
export const useToolDrafts = create<Drafts>((set, get) => ({
  tools: {},
  put(tool, path, draft) {
    const { [path]: _gone, ...rest } = get().tools[tool] ?? {}
    set({ tools: { ...get().tools, [tool]: draft === null ? rest : { ...rest, [path]: draft } } })
  },
}))

const none: Readonly<Record<string, ToolDraft>> = {}
export const useDraftsOf = (tool: string): Readonly<Record<string, ToolDraft>> => useToolDrafts((s) => s.tools[tool] ?? none)

onOtherNovel(() => useToolDrafts.setState({ tools: {} }))
