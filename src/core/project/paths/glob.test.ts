import { describe, expect, it } from 'vitest'
import { compileGlob } from './glob'

describe('globs', () => {
  it.each([
    ['plans/*.md', 'plans/x.md', true], ['plans/*.md', 'plans/deep/x.md', false], ['plans/**/*.md', 'plans/x.md', true], ['plans/**/*.md', 'plans/a/b/x.md', true],
    ['**/*.{ts,tsx}', 'a/b.tsx', true], ['*.{md,txt}', 'notes.txt', true], ['*.md', 'sub/x.md', false], ['src/*.{j{s,x},md}', 'src/a.jx', true], ['a{b}c', 'a{b}c', true],
    ['a{b,}c', 'ac', true], ['a{b', 'a{b', true], ['[!a]b', 'cb', true], ['[^a]b', 'ab', false], ['[a-c]x', 'bx', true], ['[]a]x', ']x', true], ['[a', '[a', true], ['[a-]x', '-x', true],
    ['?.md', '雪.md', true], ['a**b', 'axxb', true], ['a**b', 'a/b', false], ['.*', '.git', true], ['*', '.git', true], ['a//./b', 'a/b', true], ['**', 'a/b/c', true], ['A.md', 'a.md', false],
    ['a.md', 'aXmd', false], ['(a|b)+', '(a|b)+', true], ['**/**/**/**/**/**/x', 'a/b/c/d/e/f/g/h/y', false],
  ])('%s on %s: %s', (pattern, path, wanted) => {
    expect(compileGlob(pattern).matches(path)).toBe(wanted)
  })

  it.each(['', '/a', '../a', '{..,a}/b', 'a\\b', 'a\nb', `{${'a,'.repeat(300)}}`, '{a,b}'.repeat(12)])('refuses %j', (pattern) => {
    expect(() => compileGlob(pattern)).toThrow('GLOB_INVALID')
  })
})
