import * as api from 'monaco-editor/editor/editor.api'
import 'monaco-editor/features/clipboard/register'
import 'monaco-editor/features/cursorUndo/register'
import 'monaco-editor/features/dnd/register'
import 'monaco-editor/features/longLinesHelper/register'
import 'monaco-editor/features/wordOperations/register'
import { keepCaretOutOfIndent } from './indent-caret'

/** The whole of Monaco the window uses; only ever imported lazily, after the first paint (13). */
self.MonacoEnvironment = { getWorker: () => new Worker(new URL('./monaco.worker.ts', import.meta.url), { type: 'module' }) }
keepCaretOutOfIndent()

export const monaco = api
