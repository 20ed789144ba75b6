import { expect, it } from 'vitest'
import { play } from '../../../test/workflows/replayed-program'
import { createSandboxHost } from '../sandbox/host'

/** Cuts a run at each of its activities, takes it up again, and compares with one that was never cut. */
it('cut at every activity and taken up again: the same result, and nothing is done twice (04 §12)', async () => {
  const host = createSandboxHost({ spare: false })
  try {
    const whole = await play(host, { deliver: null, speak: null })
    expect(whole).toMatchObject({ status: 'completed null', restarts: 0, result: { first: 'answer goal-first', text: '雪', many: ['answer goal-awriter', 'answer goal-bwriter', 'answer goal-cwriter'], who: '林', refused: 'AGENT_NOT_LINKED', lines: 2 } })
    const { turns: _, restarts: __, spoken, ...same } = whole
    for (let deliver = 1; deliver <= whole.turns; deliver += 1) expect(await play(host, { deliver, speak: null }), `answer ${deliver}`).toMatchObject({ ...same, spoken, restarts: 1 })
    // A reply that was cut off while it came is asked for again; what it had said is not taken.
    for (let speak = 1; speak <= whole.spoken.length; speak += 1) expect(await play(host, { deliver: null, speak }), `word ${speak}`).toMatchObject({ ...same, restarts: 1 })
  } finally {
    await host.close()
  }
}, 300000)
