import type { OpenedProject } from '../project/types'
import { openCurationStore } from './curation-store'
import { curateMemories } from './curate'
import { searchSubject } from './search-subject'
import { openSubjectIndex } from './subject-index'
import type { SubjectParts, SubjectService } from './types'

/** What subjects remember, of one opened project (07 §5). */
export function createSubjectService(project: OpenedProject, { vectors, curator }: SubjectParts): SubjectService {
  const index = openSubjectIndex(project.projectDb, () => !project.readOnly)
  const curations = openCurationStore(project)
  return {
    search: async (request) => searchSubject(index, vectors(), request),
    async write({ id }, source, change, by, signal) {
      const changes = await project.files.apply([change], by, { signal })
      index.markDirty(id, source)
      return changes
    },
    assertWritable: () => project.assertWritable(),
    async curate({ sessionId, callId, place, file, shown, facts, signal }) {
      const base = file?.hash ?? ''
      const known = curations.get(sessionId, callId, base)
      if (known !== null) return known
      const curation = await curateMemories(curator(), { sessionId, subjectPath: place.path, shown, file, facts, signal })
      curations.put(sessionId, callId, base, curation)
      return curation
    },
    index: () => index.summary(),
    clearIndex: () => index.clear(),
  }
}
