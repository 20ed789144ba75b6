import { describe, expect, it } from 'vitest'
import { isFault } from '@shared/fault'
import { programOf } from './check-script'

const codeOf = (code: string, surface: 'nbook' | 'noeta' = 'nbook'): string => {
  try { return programOf(code, surface).dialect } catch (error) { return isFault(error) ? `${error.fault.code} ${String(error.fault.data?.['line'])}` : String(error) }
}

describe('what a workflow may not use (04 §12)', () => {
  it.each([
    "import x from 'y'", "await import('fs')", "require('fs')", 'const t = Date.now()', 'new Date()', 'Math.random()', 'Math?.random()', "Math['random']()", 'performance.now()', 'process.env', "fetch('x')", "eval('1')", 'new Function("x")',
    'globalThis.x', 'Reflect.get({}, "x")', 'new Proxy({}, {})', 'setTimeout(() => 1)', 'setInterval(f)', 'setImmediate(f)', 'queueMicrotask(f)', 'x.__proto__', '({ __proto__: x })', 'x.__defineGetter__("a", f)', '(() => {}).constructor("x")',
    "x['constructor']", 'x[`constructor`]', "x['\\u0063onstructor']", 'const { constructor: c } = f', '({ Date })', '[...process]', '`${Date.now()}`', '`${`${eval}`}`', 'D\\u0061te.now()', 'class A { constructor() {} }', 'const a = b ? Date : c', 'x /* "*/ + Date',
    '/[/"]/.test(x) && Date', "x?.['__proto__']", 'if (x) /"/.test(process)',
  ])('%s', (line) => { expect(codeOf(`const a = 1\n\n${line}`)).toMatch(/^WORKFLOW_(FORBIDDEN|SYNTAX) 3$/) })
  it('44 script line 3 Date.now(): the line is named', () => { expect(codeOf('const a = 1\nlog(a)\nconst t = Date.now()\nreturn t', 'noeta')).toBe('WORKFLOW_FORBIDDEN 3') })
  it.each([
    "log('import Date process eval fetch')", 'log(`the constructor, Date.now() and import`)', '// Date\nlog(1) /* process.exit() */', 'const updated = { process: 1, date: 2, "Date": 3 }', 'log(x.process, x.fetch)', 'const re = /Date|eval/g', "const important = '重要'", 'const names = ["Date", "constructor"]',
    'const s = "it\\"s Date"', 'const t = `${[1, 2].map((n) => `${n}: {Date}`).join()}`', 'const half = a / b / c', 'const dates = new Map<string, number>()', 'const 日期 = 1; log(日期)', 'wf.progress("draft"); await wf.ask({ kind: "text", text: "谁？" })',
  ])('leaves alone: %s', (line) => { expect(codeOf(line)).toBe('body') })
  it('a text that does not end is told with its line', () => {
    expect([codeOf("log('a\n')"), codeOf('\n`a'), codeOf('/* a'), codeOf('`${1'), codeOf('1\n<!-- `\nDate')]).toEqual(['WORKFLOW_SYNTAX 1', 'WORKFLOW_SYNTAX 2', 'WORKFLOW_SYNTAX 1', 'WORKFLOW_SYNTAX 1', 'WORKFLOW_SYNTAX 2'])
  })
})

describe('the program of a text', () => {
  it('a definition, a body, a script', () => {
    expect(programOf('const help = 1\nexport default\n{ key: "x" }', 'nbook')).toEqual({ dialect: 'definition', code: 'const help = 1\nconst workflow$ = \n{ key: "x" }\n;return workflow$' })
    expect(codeOf('return wf.log("x")')).toBe('body')
    expect(codeOf('return await agent("x")', 'noeta')).toBe('script')
  })
  it('exports only one thing', () => {
    expect([codeOf('export const a = 1'), codeOf('export default 1\nexport default 2'), codeOf('export default 1', 'noeta')]).toEqual(['WORKFLOW_INVALID 1', 'WORKFLOW_INVALID 1', 'WORKFLOW_INVALID 1'])
  })
})
