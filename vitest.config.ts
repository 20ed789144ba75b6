import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { longFirst } from './test/long-first.ts'

const include = ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'test/**/*.test.ts']
/** Files that need a process of their own: they measure its memory, its open files or its time, replace a module, or test the one state of a window. */
const alone = [
  'src/renderer/stores/**', 'src/renderer/editor-core/**', 'src/renderer/i18n/**',
  'src/core/web/hostile-web.test.ts', 'src/core/web/fetch-page.test.ts', 'src/core/mcp/servers.test.ts', 'src/core/mcp/http-servers.test.ts',
  'src/core/tools/patch/random-patches.test.ts', 'src/core/tools/effect-memory.test.ts', 'src/shared/word-count.test.ts', 'src/shared/within.test.ts', 'src/core/cli/batch-interrupted.test.ts',
]

export default defineConfig({
  resolve: { alias: { '@shared': resolve('src/shared') } },
  test: {
    pool: 'forks',
    // A slow machine is no failure: these only end what hangs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    sequence: {
      sequencer: longFirst([
        'hostile-web.test.ts', 'mutated-streams.test.ts', 'tools-cli.test.ts', 'core-kills.test.ts', 'host.test.ts', 'execute-world.test.ts', 'flow.test.ts',
        'workflow-runs.test.ts', 'execute-sql.test.ts', 'injections.test.ts', 'workflow-kills.test.ts', 'demo-scenarios.test.ts',
      ]),
    },
    projects: [
      { extends: true, test: { name: 'alone', include: alone.map((path) => (path.endsWith('/**') ? `${path}/*.test.{ts,tsx}` : path)) } },
      // The rest share two processes: loading the same modules for each file anew took a third of the time.
      { extends: true, test: { name: 'shared', include, exclude: alone, isolate: false } },
    ],
  },
})
