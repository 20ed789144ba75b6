import { attempt } from '../../stores/notices'

/** Works one after another, for changes of something that is saved whole: each reads what the one before it left, however fast they follow. */
export function inTurn(): (work: () => Promise<unknown>) => void {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => { last = last.then(() => attempt(work)) }
}
