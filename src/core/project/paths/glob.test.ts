import fc from 'fast-check'
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

  it('takes folders for ** as its meaning says: none, one, or any number', () => {
    const means = (pattern: readonly string[], names: readonly string[]): boolean => {
      const [first, ...rest] = pattern
      if (first === undefined) return names.length === 0
      if (first === '**') return means(rest, names) || (names.length > 0 && means(pattern, names.slice(1)))
      return names.length > 0 && (first === '*' || first === names[0]) && means(rest, names.slice(1))
    }
    const part = fc.constantFrom('**', '**', '*', 'a', 'b')
    const name = fc.constantFrom('a', 'b')
    fc.assert(fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.array(name, { minLength: 1, maxLength: 7 }), (pattern, names) => {
      expect(compileGlob(pattern.join('/')).matches(names.join('/'))).toBe(means(pattern, names))
    }), { numRuns: 2_000 })
  })

  it.each(['', '/a', '../a', '{..,a}/b', 'a\\b', 'a\nb', `{${'a,'.repeat(300)}}`, '{a,b}'.repeat(12)])('refuses %j', (pattern) => {
    expect(() => compileGlob(pattern)).toThrow('GLOB_INVALID')
  })
})
