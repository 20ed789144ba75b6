// Goes into resources/app of the fallback runtime: makes `electron <appDir> …` behave as the official runtime does.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const folder = resolve(process.argv.slice(1).find((word) => !word.startsWith('-')) ?? '.')
const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true })
app.setName(about.productName ?? about.name)
app.setVersion(about.version)
app.setAppPath(folder)
// Awaited at the top, so the app's own code runs before `ready`.
await import(pathToFileURL(join(folder, about.main)).href)
