import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'electron-vite'
import { z } from 'zod'
import { libraries, processes, shared, target } from '../electron.vite.config'

const { devDependencies } = z.object({ devDependencies: z.record(z.string(), z.string()) }).parse(JSON.parse(readFileSync('package.json', 'utf8')))

/** The benches, built as the product is: what is measured is what an author runs, not sources behind a loader (ADR 28). */
export default defineConfig({
  main: {
    resolve: { alias: shared },
    build: {
      outDir: 'node_modules/.cache/wenqu-bench',
      externalizeDeps: { exclude: libraries, include: Object.keys(devDependencies) },
      target,
      rollupOptions: { input: { ...processes, index: resolve('bench/run.ts') } },
    },
  },
})
