import { z } from 'zod'
import type { NotTaken } from '@shared/import-plan'
import { literalLine, type Span } from './literal-md'

/** mammoth's document tree, as far as it is read here; its own types say nothing about it. */
export interface DocxNode {
  type: string
  children?: DocxNode[] | undefined
  value?: string | undefined
  styleId?: string | null | undefined
  styleName?: string | null | undefined
  breakType?: string | undefined
  isBold?: boolean | undefined
  isItalic?: boolean | undefined
  noteType?: string | undefined
  noteId?: string | undefined
  body?: DocxNode[] | undefined
}

const Node: z.ZodType<DocxNode> = z.object({
  type: z.string(),
  get children() { return z.array(Node).optional() },
  value: z.string().optional(),
  styleId: z.string().nullish(),
  styleName: z.string().nullish(),
  breakType: z.string().optional(),
  isBold: z.boolean().optional(),
  isItalic: z.boolean().optional(),
  noteType: z.string().optional(),
  noteId: z.string().optional(),
  get body() { return z.array(Node).optional() },
})

export const DocxDocument = z.object({
  children: z.array(Node),
  notes: z.object({ _notes: z.record(z.string(), Node) }).optional(),
  comments: z.array(Node).optional(),
})
export type DocxDocument = z.infer<typeof DocxDocument>

/** A paragraph of text as Markdown, and its heading level 1-9 if it has one. */
export interface DocxParagraph { text: string, level: number | null }

/** Paragraphs in reading order; those of tables cell by cell. Empty ones are left out: they are white space. */
export function docxParagraphs(document: DocxDocument): DocxParagraph[] {
  return paragraphsOf(document.children)
    .map((node) => ({ level: headingLevel(node), text: headingLevel(node) === null ? markdownOf(node) : literalLine([{ text: plainText(node), mark: '' }]) }))
    .filter(({ text }) => text.trim() !== '')
}

/** What a document holds beside its text, each named so that the author can look it up. */
export function docxLeftOut(document: DocxDocument): NotTaken[] {
  const notes = Object.values(document.notes?._notes ?? {}).map((note) => left('footnote', note.body ?? []))
  const comments = (document.comments ?? []).map((comment) => left('comment', comment.body ?? []))
  const images = paragraphsOf(document.children).flatMap((node) =>
    Array.from({ length: countImages(node) }, (): NotTaken => ({ reason: 'image', detail: cut(plainText(node)) || 'a picture in a paragraph of its own', characters: 0 })))
  return [...notes, ...comments, ...images]
}

const left = (reason: 'footnote' | 'comment', body: DocxNode[]): NotTaken => ({ reason, detail: cut(body.map(plainText).join(' ')), characters: 0 })
const cut = (text: string): string => [...text.replace(/\s+/g, ' ').trim()].slice(0, 80).join('')

function paragraphsOf(nodes: readonly DocxNode[]): DocxNode[] {
  return nodes.flatMap((node) => (node.type === 'paragraph' ? [node] : paragraphsOf(node.children ?? [])))
}

function countImages(node: DocxNode): number {
  return (node.type === 'image' ? 1 : 0) + (node.children ?? []).reduce((sum, child) => sum + countImages(child), 0)
}

/** Word and WPS, English or Chinese; localised ids may be bare digits, so the name is asked first. */
function headingLevel(node: DocxNode): number | null {
  const found = /^(?:heading|标题|標題)\s*([1-9])$/i.exec(node.styleName ?? '') ?? /^(?:Heading|标题|標題)([1-9])$/i.exec(node.styleId ?? '')
  return found === null ? null : Number(found[1])
}

function plainText(node: DocxNode): string {
  return spansOf(node, '').map((span) => span.text).join('').replace(/\s+/g, ' ').trim()
}

/** Bold and italic as marks, and what the author typed as it is; a line break ends a line. */
function markdownOf(node: DocxNode): string {
  const lines: Span[][] = [[]]
  for (const { text, mark } of spansOf(node, '')) {
    for (const [at, piece] of text.split('\n').entries()) {
      if (at > 0) lines.push([])
      const line = lines.at(-1) ?? []
      const last = line.at(-1)
      if (last !== undefined && last.mark === mark) last.text += piece
      else line.push({ text: piece, mark })
    }
  }
  return lines.map(literalLine).join('\n').replace(/^\n+|\n+$/g, '')
}

function spansOf(node: DocxNode, mark: string): Span[] {
  if (node.type === 'text') return [{ text: node.value ?? '', mark }]
  if (node.type === 'tab') return [{ text: '\t', mark }]
  if (node.type === 'break') return node.breakType === 'line' ? [{ text: '\n', mark }] : []
  const own = node.type === 'run' ? (node.isBold === true ? '**' : '') + (node.isItalic === true ? '*' : '') : mark
  return (node.children ?? []).flatMap((child) => spansOf(child, own))
}
