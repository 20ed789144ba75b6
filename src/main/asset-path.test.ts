import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assetOf } from './asset-path'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'wenqu-assets-')))
const folder = join(root, 'renderer')
mkdirSync(join(folder, 'assets'), { recursive: true })
for (const name of ['index.html', 'assets/a b.js', 'secret.db']) writeFileSync(join(folder, name), '')
writeFileSync(join(root, 'outside.js'), '')
mkdirSync(join(root, 'renderer-2'))
writeFileSync(join(root, 'renderer-2', 'x.js'), '')
symlinkSync(join(root, 'outside.js'), join(folder, 'link.js'))

describe('files of app://wenqu (EL-06)', () => {
  it.each([['app://wenqu/', 'index.html'], ['app://wenqu/index.html?x=1#y', 'index.html'], ['app://wenqu/assets/a%20b.js', 'assets/a b.js']])('%s is %s', (address, file) => {
    expect(assetOf(folder, address)?.file).toBe(join(folder, file))
  })

  it.each([
    'app://wenqu/../outside.js', 'app://wenqu/%2e%2e/outside.js', 'app://wenqu/..%2foutside.js', 'app://wenqu/..%5coutside.js', 'app://wenqu/%2e%2e%2frenderer-2/x.js', 'app://wenqu/link.js',
    'app://wenqu/secret.db', 'app://wenqu/assets', 'app://wenqu/nothing.js', 'app://wenqu/index.html%00.js', 'app://wenqu/C:/x.js', 'app://other/index.html', 'app://wenqu.evil/index.html',
    'file:///etc/passwd', 'https://wenqu/index.html', '', 'app:', 'app://wenqu/%zz', 'app://wenqu//etc/passwd', 'app://wenqu//index.html/../../outside.js',
  ])('serves nothing for %j', (address) => {
    expect(assetOf(folder, address)).toBeNull()
  })
})
