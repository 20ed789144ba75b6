import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { longFirst } from './test/long-first.ts'

// The real window: started by scripts/e2e.mjs, which names the runtime in WENQU_ELECTRON_PATH and, where there are several displays, runs files side by side.
export default defineConfig({
  resolve: { alias: { '@shared': resolve('src/shared') } },
  test: {
    include: ['e2e/**/*.e2e.ts'],
    pool: 'forks',
    execArgv: ['--no-node-snapshot'],
    fileParallelism: false,
    sequence: { sequencer: longFirst(['panels', 'world', 'restarts', 'execute-world', 'pages', 'story-examples', 'jobs', 'frame', 'editor-safety', 'tools', 'import', 'workflows'].map((name) => `/${name}.e2e.ts`)) },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: 0,
    expect: { poll: { interval: 25, timeout: 20_000 } },
  },
})
