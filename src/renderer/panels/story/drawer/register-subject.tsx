import type { Scene } from '@shared/story'
import { call } from '../../../bridge/call'
import { useText } from '../../../i18n/text'
import { projectId, useReadOnly } from '../../../stores/app'
import { attempt, inform } from '../../../stores/notices'
import { ownChange, useWorld } from '../../../stores/world'
import { subjectById } from '../../../stores/world-index'
import { freshId } from '../../world/compose/fresh-subject'
import { knownNow } from '../../world/compose/use-draft'
import { saveAnchor } from './scene-anchor'

type Kind = 'character' | 'location'
interface Props { scene: Scene; type: Kind }

/** A type of the novel's own world: the usual one, else its first. */
function typeOf(wanted: Kind): string {
  const types = Object.keys(knownNow().types)
  return types.includes(wanted) ? wanted : (types[0] ?? wanted)
}

/** The name becomes a subject of the world, from the scene's beginning on; where its id must be written otherwise, the scene follows. */
async function register(scene: Scene, name: string, type: Kind): Promise<boolean> {
  const id = freshId(name, knownNow())
  if (id === '') return false
  const made = await attempt(() => ownChange(() => call('world.createSubject', { project: projectId(), subject: { id, type: typeOf(type), name }, at: scene.worldAnchor.startInstant ?? '0', values: {} })))
  if (!made) return false
  if (id === name) return true
  const { subjectIds, locationSubjectId } = scene.worldAnchor
  await saveAnchor(scene, type === 'location' ? { locationSubjectId: locationSubjectId === name ? id : locationSubjectId } : { subjectIds: subjectIds.map((one) => (one === name ? id : one)) })
  return true
}

/** One click brings a name that stands in a scene into the world; nothing where it is there already. */
export function Register({ scene, id, type }: Props & { id: string }) {
  const t = useText()
  const readOnly = useReadOnly()
  const known = useWorld((s) => subjectById(s.subjects ?? [], id) !== undefined)
  if (known) return null
  const act = () => void register(scene, id, type).then((done) => { if (done) inform(t('world.subjectMade', { name: id })) })
  return <button type="button" className="subject-link" data-testid="subject-register" data-id={id} title={t('board.registerHint', { name: id })} disabled={readOnly} onClick={act}>{t('board.register')}</button>
}

/** Names of a scene that the world does not know yet. */
export function Strangers({ scene, ids, type }: Props & { ids: readonly string[] }) {
  const t = useText()
  const subjects = useWorld((s) => s.subjects)
  const strange = ids.filter((id) => subjectById(subjects ?? [], id) === undefined)
  if (strange.length === 0) return null
  return (
    <ul className="cast-chips" aria-label={t('board.strangers')}>
      {strange.map((id) => <li key={id} data-testid="scene-stranger" data-id={id} data-state="unknown"><span data-user-content>{id}</span><Register scene={scene} id={id} type={type} /></li>)}
    </ul>
  )
}
