import { afterAll, afterEach, beforeAll, it } from 'vitest'
import { expectUnmoved } from '../../../test/security/obedience'
import type { Bench } from '../../../test/tools/bench'
import { openSite, type Site } from '../../../test/web/loopback-site'

let site: Site
let canary: Site
let bench: Bench | null = null
beforeAll(async () => { site = await openSite(); canary = await openSite() })
afterAll(async () => { await site.close(); await canary.close() })
afterEach(async () => { await bench?.close(); bench = null })

// The other modes; `npm test` takes one of each pack.
it.each([['nbook', 'plan'], ['noeta', 'discuss'], ['noeta', 'plan']] as const)('E4 %s, %s: nothing changes without the author', async (pack, workMode) => {
  await expectUnmoved({ site, canary }, pack, workMode, (opened) => { bench = opened })
})
