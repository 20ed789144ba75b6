import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Every example of 07 §9 with the test that holds it: the file, and words that stand in it at that test. */
const fetch = 'src/core/web/fetch-page.test.ts'
const tool = 'src/core/tools/web-fetch.test.ts'
const search = 'src/core/tools/web-search.test.ts'
const url = 'src/core/web/judge-url.test.ts'
const merge = 'src/core/memory/memory.test.ts'
const pages = 'src/core/tools/packs/noeta/memory.test.ts'
const subjects = 'src/core/tools/packs/nbook/subject-tools.test.ts'
const sql = 'src/core/sql/sql-runner.test.ts'
const skills = 'src/core/tools/packs/noeta/skill.test.ts'
const mcp = 'src/core/mcp/mcp-tools.test.ts'
const browser = 'src/core/tools/browser.test.ts'
const apps = 'src/core/apps/open-app.test.ts'
const examples: readonly (readonly [row: number, file: string, words: string])[] = [
  [1, tool, 'a listed host: the small model answers'], [2, tool, 'A\\nURL: http://evil'], [3, fetch, 'follows within the origin, five hops at most'], [4, fetch, 'redirects (07 §9 rows 3-5'], [5, fetch, 'TOO_MANY_REDIRECTS'],
  [6, fetch, "['image/png']"], [7, fetch, 'x-csrc'], [8, fetch, 'gbk'], [9, fetch, 'a bomb of a gigabyte ends at five megabytes'], [10, fetch, 'a body without end, a drip'], [11, fetch, 'a page of scripts has no text'],
  [12, tool, 'a page is asked for once in 15 minutes, a failure again'], [13, fetch, 'at the dial (07 §1.1, §9 row 13)'], [14, url, 'lets a private or metadata host through only when it is listed exactly'], [15, url, "'*.com'"],
  [16, tool, '(row 16)'], [17, search, 'without a key'], [18, search, 'nothing found is a success'], [19, search, 'a service that is down'],
  [20, browser, 'row 20: an unknown index names the range'], [21, browser, '21: a changed page is stale'], [22, 'e2e/pages.e2e.ts', 'row 22: a public page reaches no private address'], [23, browser, 'row 23: without a window'], [24, apps, "'http://evil.test', 'PROXY_HOST'"], [25, apps, 'row 25: another token'],
  [26, merge, 'keeps a key it does not know, and created'], [27, merge, 'only a fence: the body stays'], [28, merge, 'absent keeps, empty removes'], [29, pages, '(row 29)'], [30, pages, '(rows 30)'], [31, pages, '(row 31)'],
  [32, subjects, '07 §9 row 32'], [33, subjects, '07 §9 row 33'], [34, subjects, '07 §9 row 34'],
  [35, sql, 'SELECT name, sql FROM sqlite_schema'], [36, sql, "['SELECT 1; DELETE FROM StoryScene', 'SQL_MULTIPLE']"], [37, sql, "['DROP TABLE StoryScene', 'SQL_KIND']"], [38, sql, "['INSERT OR REPLACE INTO StoryThread (id) VALUES (1)', 'SQL_CONFLICT']"],
  [39, 'src/core/tools/packs/nbook/execute-sql.test.ts', '§9 row 39'], [40, sql, "[\"ATTACH ':memory:' AS x\", 'SQL_KIND']"], [41, sql, "[\"SELECT load_extension('x')\", 'SQL_FUNCTION']"], [42, sql, 'ends %s at 2 s; the next call works'], [43, sql, "['UPDATE WorldSlice SET hidden = 1', 'SQL_READ_ONLY']"],
  [44, 'src/core/skills/skill-file.test.ts', '(row 44)'], [45, skills, '(row 45)'], [46, skills, '(row 46)'], [47, skills, '(row 47)'], [48, mcp, '(row 48'], [49, mcp, '(row 49'], [50, 'src/core/mcp/servers.test.ts', 'hangs in a call: timed out'], [51, mcp, 'row 51)'], [52, mcp, '(row 52)'],
]

it('names every row of 07 §9 once', () => {
  expect(examples.map(([row]) => row)).toEqual(Array.from({ length: 52 }, (_, at) => at + 1))
})

it.each(examples)('row %i has its test in %s', (_row, file, words) => {
  expect(readFileSync(join(import.meta.dirname, '../../..', file), 'utf8').toLowerCase()).toContain(words.toLowerCase())
})
