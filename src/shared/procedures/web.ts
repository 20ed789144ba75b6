import { z } from 'zod'
import { GlobalConfig, SearchProvider } from '../settings'
import { Checked, human, open } from './procedure'

const nothing = z.strictObject({})
const inProject = { project: z.string() }

/** A host of the author's lists. `readable`: as it reads with its own letters, when that differs. `novelData`: listed by that setting itself. */
export const HostRow = z.object({
  host: z.string(), verdict: z.enum(['allow', 'deny']), source: z.enum(['author', 'novelData']), ownNetwork: z.boolean(), readable: z.string().nullable(), /** Its letters come from several scripts. */ mixed: z.boolean(),
})
export type HostRow = z.infer<typeof HostRow>
const HostRows = z.object({ hosts: z.array(HostRow), /** Why the list on the disk is not used: until it is, every fetch is refused. */ error: z.string().nullable() })

export const webProcedures = {
  'hosts.list': open('Hosts that are visited without asking, and those that never are, in this project.', z.strictObject(inProject), HostRows),
  'hosts.add': human('Puts a host on one of the two lists; it counts from the next call on.', z.strictObject({ ...inProject, host: z.string(), verdict: z.enum(['allow', 'deny']), /** The name may lead to an address of the author's own network. */ ownNetwork: z.boolean().default(false) }), HostRows),
  'hosts.remove': human('Takes a host off its list; it counts from the next call on.', z.strictObject({ ...inProject, host: z.string() }), HostRows),
  'hosts.offer': open('The host that "always allow this host" on a card would list, or null where the card asks for another reason.', z.strictObject({ ...inProject, id: z.string() }), z.object({ host: HostRow.nullable() })),
  'settings.setSearch': human('Sets the search engines, the first to be asked first.', z.strictObject({ providers: GlobalConfig.shape.search.unwrap().shape.providers.unwrap().max(2) }), z.object({})),
  'search.check': human('Has one search engine look for one word.', z.strictObject({ kind: SearchProvider.shape.kind }), Checked),
  'settings.setNovelData': human('Sets the address of the service for rankings of web novels.', z.strictObject({ baseURL: z.url({ protocol: /^https?$/ }) }), z.object({})),
  'novelData.check': human('Asks the service for rankings for one ranking.', nothing, Checked),
  'subjects.index': open('What search by meaning keeps of the memories of simulated people, and for which models.', z.strictObject(inProject), z.object({ texts: z.number(), models: z.array(z.string()) })),
  'subjects.clearIndex': human('Forgets it; the next search makes it anew from the texts.', z.strictObject(inProject), z.object({ texts: z.number() })),
} as const
