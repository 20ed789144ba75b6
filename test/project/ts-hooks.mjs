// Lets a child process of a test run our TypeScript as it is: extensionless imports and the @shared alias.
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { dirname, join, resolve } from 'node:path'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

registerHooks({
  resolve(specifier, context, next) {
    const from = context.parentURL?.startsWith('file:') ? dirname(fileURLToPath(context.parentURL)) : root
    const path = specifier.startsWith('@shared/') ? join(root, 'src/shared', specifier.slice(8)) : specifier.startsWith('.') ? join(from, specifier) : null
    if (path !== null) for (const file of [`${path}.ts`, join(path, 'index.ts')]) if (existsSync(file)) return next(pathToFileURL(file).href, context)
    return next(specifier, context)
  },
})
