import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// The long tests (sizes, soak, many seeds), kept out of `npm test`.
export default defineConfig({
  resolve: { alias: { '@shared': resolve('src/shared') } },
  test: {
    include: ['src/**/*.deep.ts', 'test/**/*.deep.ts', 'e2e/**/*.deep.ts'],
    pool: 'forks',
    execArgv: ['--no-node-snapshot'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
