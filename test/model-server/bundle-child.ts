import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'

/** Makes one file that plain Node runs out of a TypeScript entry, packages left outside. */
export async function bundleChild(entry: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'wq-child-'))
  symlinkSync(resolve('node_modules'), join(outDir, 'node_modules'))
  await build({
    configFile: false, logLevel: 'silent', resolve: { alias: { '@shared': resolve('src/shared') } },
    build: { ssr: resolve(entry), outDir, emptyOutDir: false, minify: false, target: 'node24', rollupOptions: { output: { entryFileNames: 'child.mjs', format: 'es' } } },
  })
  return join(outDir, 'child.mjs')
}
