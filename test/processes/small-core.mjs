// A core of a few lines for the supervisor's tests: speaks the same messages, and misbehaves when told to.
const send = (message) => process.send(message)
let keys = {}
let deaf = false
const opened = []
const asked = new Map()
const acts = {
  echo: (input) => input,
  keys: () => keys,
  opened: () => opened,
  environment: () => Object.keys(process.env),
  die: () => process.exit(7),
  hang: () => new Promise(() => {}),
  deaf: () => void (deaf = true),
  busy: () => {
    for (;;);
  },
  ask: ({ id, ask }) => new Promise((done) => {
    asked.set(id, done)
    send({ kind: 'desktopAsk', id, ask })
  }),
  stopAsk: (id) => void send({ kind: 'desktopStop', id }),
  event: () => void send({ kind: 'events', events: [{ epoch: 'e', seq: 1, project: null, event: { type: 'trash.changed' } }] }),
}
process.on('message', async (message) => {
  if (deaf && message.kind !== 'stop') return
  if (message.kind === 'ping') send({ kind: 'pong', id: message.id })
  if (message.kind === 'keys') keys = message.keys
  if (message.kind === 'desktopAnswer') asked.get(message.id)?.(message.answer)
  if (message.kind === 'stop' && process.env.STUBBORN !== '1') process.exit(0)
  if (message.kind !== 'request') return
  if (message.name === 'projects.open') {
    await new Promise((done) => setTimeout(done, 30))
    opened.push(message.input.dir)
    return send({ kind: 'response', id: message.id, answer: { ok: true, value: {} } })
  }
  const { act, value } = message.input
  const result = await acts[act](value)
  send({ kind: 'response', id: message.id, answer: { ok: true, value: result ?? null } })
})
process.on('disconnect', () => process.exit(0))
if (process.env.STILLBORN === '1') process.exit(1)
send({ kind: 'ready', epoch: String(process.pid) })
