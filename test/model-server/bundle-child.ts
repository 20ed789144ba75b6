import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
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

/** A bundled child that is a whole core: what core starts and reads lies beside it, as it does beside the built one. */
export async function bundleCore(entry: string): Promise<string> {
  const child = await bundleChild(entry)
  const beside = (name: string): string => join(dirname(child), name)
  symlinkSync(resolve('resources'), beside('resources'))
  writeFileSync(beside('package.json'), '{"type":"module"}')
  for (const [name, source] of [['sql.js', 'src/core/sql/child.ts'], ['sandbox.js', 'src/sandbox/index.ts']] as const) writeFileSync(beside(name), `import ${JSON.stringify(pathToFileURL(resolve(source)).href)}\n`)
  return child
}
