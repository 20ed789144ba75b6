import type { EmbeddingPort } from '../models/embeddings'
import type { OpenedProject } from '../project/types'
import type { SandboxHost } from '../sandbox/types'
import type { OpenedWorld } from '../world/opened-worlds'
import { createSearch } from '../world/search/search-text'
import { openVectorStore } from '../world/search/vector-store'
import type { WorldService } from '../world/types'

export interface WorldScriptParts { project: OpenedProject; world: WorldService; sandbox: SandboxHost; embeddings: EmbeddingPort }

/** The world of one opened project with all that a script may do in it. */
export function worldScripts({ project, world, sandbox, embeddings }: WorldScriptParts): OpenedWorld {
  const store = openVectorStore(project.projectDb, () => !project.readOnly)
  const search = createSearch({ schema: () => world.files.schema(), vectors: () => embeddings.embedder(), store })
  return { slug: project.slug, dir: project.dir, parts: { world, sandbox, search }, assertWritable: () => project.assertWritable() }
}
