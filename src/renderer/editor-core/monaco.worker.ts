// Monaco's own worker, bundled as ours.
import 'monaco-editor/editor/editor.worker'
