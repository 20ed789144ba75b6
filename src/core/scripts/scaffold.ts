import { existsSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fail } from '@shared/fault'
import { makeFolders } from '@shared/make-folders'
import { isToolName } from '@shared/tool-name'
import { writeFileAtomic } from '../project/atomic-write'
import { failTaken } from './name-owner'
import type { Shelf } from './shelf'

export const languages = ['sh', 'py', 'js'] as const
export type Language = (typeof languages)[number]

const commands: Readonly<Record<Language, readonly string[]>> = { sh: ['sh', '{tool_dir}/run.sh'], py: ['python3', '{tool_dir}/run.py'], js: ['{node}', '{tool_dir}/run.mjs'] }
const names: Readonly<Record<Language, string>> = { sh: 'run.sh', py: 'run.py', js: 'run.mjs' }

const runs: Readonly<Record<Language, string>> = {
  sh: `#!/bin/sh
# Reads one line of JSON from stdin; exit 3: something is missing, 2: the arguments are wrong.
set -eu
input="$(cat)"
folder="$(printf '%s' "$input" | sed -n 's/^.*"folder":"\\([^"\\\\]*\\)".*$/\\1/p')"
if [ -z "$folder" ]; then echo "The folder cannot be read from the arguments; use a plain name." >&2; exit 2; fi
if [ ! -d "./$folder" ]; then echo "There is no folder $folder in the project; give one that exists." >&2; exit 3; fi
count="$(find "./$folder" -type f -name '*.md' | wc -l | tr -d ' ')"
echo "$count Markdown files in $folder."
`,
  py: `"""Reads one line of JSON from stdin; exit 3: something is missing, 2: the arguments are wrong."""
import json
import pathlib
import sys

folder = json.load(sys.stdin)["folder"]
place = pathlib.Path(folder)
if not place.is_dir():
    print(f"There is no folder {folder} in the project; give one that exists.", file=sys.stderr)
    sys.exit(3)
count = sum(1 for path in place.rglob("*.md") if path.is_file())
print(f"{count} Markdown files in {folder}.")
`,
  js: `// Reads one line of JSON from stdin; exit 3: something is missing, 2: the arguments are wrong.
import { readdirSync, readFileSync, statSync } from 'node:fs'

const { folder } = JSON.parse(readFileSync(0, 'utf8'))
if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
  console.error(\`There is no folder \${folder} in the project; give one that exists.\`)
  process.exit(3)
}
const count = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.md')).length
console.log(\`\${count} Markdown files in \${folder}.\`)
`,
}

const usualDescription = 'Counts the Markdown files of a folder. Use it to see how many chapters a folder holds.'

const toolJson = (name: string, language: Language, description: string) => ({
  name, version: 1, description,
  inputSchema: { type: 'object', additionalProperties: false, required: ['folder'], properties: { folder: { type: 'string', format: 'project-path', maxLength: 1_024, description: 'Folder below the project, e.g. manuscript.' } } },
  command: commands[language], timeoutSeconds: 30, effects: ['read'],
})

const cases = [
  { name: 'counts the chapters', kind: 'happy', args: { folder: 'manuscript' }, setup: { files: { 'manuscript/a.md': '一', 'manuscript/b.md': '二' } }, expect: { status: 'ok', contains: ['2 Markdown files in manuscript.'] } },
  { name: 'a folder that is not there', kind: 'error', args: { folder: 'nowhere' }, expect: { status: 'fail', code: 'SCRIPT_PRECONDITION', contains: ['no folder nowhere'] } },
  { name: 'a folder outside the project', kind: 'error', args: { folder: '../elsewhere' }, expect: { status: 'fail', code: 'ARGS_INVALID', contains: ['/folder'] } },
  { name: 'the author is asked before it runs', kind: 'permission', args: { folder: 'manuscript' }, expect: { status: 'needs_approval', code: 'RISK_MEDIUM' } },
  { name: 'a role that does not have it', kind: 'permission', role: 'system', args: { folder: 'manuscript' }, expect: { status: 'denied', code: 'TOOL_NOT_GRANTED' } },
]

/** `tools` is the folder of the layer, `today` the date of its first version (YYYY-MM-DD). */
export interface NewTool { readonly tools: string; readonly name: string; readonly language: Language; readonly today: string; readonly description?: string | undefined }

/** `tools new` (08 §8): a whole small tool that passes the lint and its own cases. TOOL_NAME, TOOL_NAME_TAKEN, FOLDER_EXISTS. */
export async function writeScaffold({ tools, name, language, today, description = usualDescription }: NewTool, shelf: Pick<Shelf, 'owner'>): Promise<{ dir: string; files: string[] }> {
  if (!isToolName(name)) fail('TOOL_NAME', `"${name.slice(0, 80)}" cannot be the name of a tool: 3-48 small letters, digits and _, a letter first, not mcp_….`)
  const owner = shelf.owner(name)
  if (owner !== null) failTaken(name, owner, '/name')
  const dir = join(tools, name)
  if (existsSync(dir)) fail('FOLDER_EXISTS', `${dir} exists already; nothing was written.`, { fix: 'Choose another name.' })
  const files: Readonly<Record<string, string>> = {
    'tool.json': `${JSON.stringify(toolJson(name, language, description), null, 2)}\n`, [names[language]]: runs[language],
    'tests/cases.json': `${JSON.stringify(cases, null, 2)}\n`, 'CHANGES.md': `# ${name}\n\n## 1 (${today})\nFirst version.\n`,
  }
  for (const [path, text] of Object.entries(files)) {
    makeFolders(dirname(join(dir, path)))
    await writeFileAtomic(join(dir, path), text)
  }
  await chmod(join(dir, names[language]), 0o755)
  return { dir, files: Object.keys(files) }
}
