import * as api from 'monaco-editor/editor/editor.api'
import 'monaco-editor/features/clipboard/register'
import 'monaco-editor/features/cursorUndo/register'
import 'monaco-editor/features/dnd/register'
import 'monaco-editor/features/longLinesHelper/register'
import 'monaco-editor/features/wordOperations/register'
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'
import { keepCaretOutOfIndent } from './indent-caret'

/** The whole of Monaco the window uses; only ever imported lazily, after the first paint (13). */
self.MonacoEnvironment = { getWorker: () => new EditorWorker() }
keepCaretOutOfIndent()

export const monaco = api
