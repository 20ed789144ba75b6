/**
 * Runs one workflow in turns (04 §12): what it asks for stands in the outbox until the turn is over, answers come in one at a time. With
 * the same answers in the same order it asks for the same, so a run can be taken up from its journal. Nothing here knows time or chance.
 */
export const workflow = String.raw`
const { keys: keysOf } = Object
const SavedPromise = Promise
const savedAll = Promise.all
const bounds = { __proto__: null, activities: 0, notes: 0 }
const mostArgument = 262144
const mostParallel = 16

/** Code from text and everything that differs from one run to the next: the check of the text names them, this makes it so. */
const harden = () => {
  for (const sample of [() => {}, async () => {}, function* () {}, async function* () {}]) defineProperty(getPrototypeOf(sample), 'constructor', { value: undefined, writable: false, configurable: false })
  delete Math.random
  delete Intl.DateTimeFormat
  delete Object.prototype.__proto__
  for (const name of ['eval', 'Function', 'Date', 'Reflect', 'Proxy', 'globalThis']) delete globalThis[name]
}

let outbox = ''
let calls = 0
let notes = 0
let ended = null
let over = false
let limit = null
const waiting = { __proto__: null }
const askedAt = new SavedMap()
const askedLine = (error) => (typeof error === 'object' && error !== null ? (apply(mapGet, askedAt, [error]) ?? null) : null)
let branch = { path: '', seq: 0, forks: 0 }

const refuse = (what, chain) => raise(problem('VALUE_INVALID', 'Found ' + what + place(chain) + '. Expected plain JSON data.', where(chain)))
const tooLong = () => raise(problem('VALUE_INVALID', 'An argument has more than 256 KB.', null))
const plainJson = (value) => encoder({ depth: 64, most: mostArgument, lenient: true }, refuse, tooLong).write(value, null)
const put = (id, kind, given) => {
  if (over) raise(problem('RUN_CLOSED', 'The workflow has ended.', null))
  branch.seq += 1
  outbox += (outbox === '' ? '[' : ',[') + id + ',' + quote(branch.path) + ',' + branch.seq + ',' + quote(kind) + ',' + plainJson(given) + ']'
}
const stopAt = (what, most) => {
  limit = limit ?? problem('WORKFLOW_LIMIT', 'A run has at most ' + most + ' ' + what + '.', null)
  raise(limit)
}
const activity = (kind, given) => {
  if (calls >= bounds.activities) stopAt('activities', bounds.activities)
  put(calls + 1, kind, given)
  const id = (calls += 1)
  const at = branch
  // Where it is asked for: its failure comes from outside the script and knows no line of it.
  const line = lineOf(new SavedError(''))
  return new SavedPromise((resolve, reject) => { waiting[id] = { resolve, reject, at, line } })
}
const note = (kind, given) => {
  if (notes >= bounds.notes) stopAt('notes', bounds.notes)
  notes += 1
  put(0, kind, given)
}

const words = (given) => {
  let line = ''
  for (let i = 0; i < given.length; i += 1) line += (i === 0 ? '' : ' ') + (typeof given[i] === 'string' ? given[i] : plainJson(given[i] === undefined ? null : given[i]))
  return cut(line, 4000)
}
const log = (...given) => note('log', { text: words(given) })

/** Each item is a branch of its own; the next begins where one has ended. All that began are waited for before a failure is passed on. */
const map = async (items, work, options) => {
  const list = [...items]
  const parent = branch
  const fork = (parent.forks += 1)
  const wanted = options?.concurrency ?? mostParallel
  const width = wanted >= 1 && wanted <= mostParallel ? wanted : mostParallel
  const results = []
  let next = 0
  let failed = null
  const lane = async () => {
    while (next < list.length && failed === null) {
      const index = next
      next += 1
      branch = { path: parent.path + '/' + fork + '.' + (index + 1), seq: 0, forks: 0 }
      try { results[index] = await work(list[index], index) } catch (error) { failed = failed ?? { error } }
    }
  }
  const lanes = []
  for (let i = 0; i < width && i < list.length; i += 1) lanes[i] = lane()
  await apply(savedAll, SavedPromise, [lanes])
  branch = parent
  if (failed !== null) throw failed.error
  return results
}
const all = (thunks) => map(thunks, (thunk) => thunk(), { concurrency: mostParallel })

const handleOf = (info) => {
  const { id } = info
  const handle = freeze({
    id, profileKey: info.profileKey,
    leaf: () => activity('session.leaf', { id }),
    transcript: (options) => activity('session.transcript', { id, limit: options?.limit }),
    append: (message) => activity('session.append', { id, message }),
    checkout: (leaf) => activity('session.checkout', { id, leaf }),
    excursion: async (work) => {
      const leaf = await activity('session.leaf', { id })
      try { return await work(handle) } finally { await activity('session.checkout', { id, leaf }) }
    },
    invoke: (how) => activity('session.invoke', { ...how, id }),
  })
  return handle
}
const asking = () => {
  const ask = (given) => activity('ask', { questions: isArray(given) ? given : [given], single: !isArray(given) })
  ask.select = (question, options, more) => ask({ ...more, kind: 'select', text: question, options })
  ask.text = (question, more) => ask({ ...more, kind: 'text', text: question })
  ask.approve = (question, more) => ask({ ...more, kind: 'approve', text: question })
  return freeze(ask)
}
const wfOf = (caller) => freeze({
  agents: freeze({
    create: async (key, options) => handleOf(await activity('agents.create', { ...options, profileKey: key })),
    acquire: async (options) => handleOf(await activity('agents.acquire', options)),
    invoke: (key, options) => activity('agents.invoke', { ...options, profileKey: key }),
    profile: (key) => activity('agents.profile', { profileKey: key }),
  }),
  sessions: freeze({ open: async (id) => handleOf(await activity('sessions.open', { id })) }),
  workspace: freeze({ read: (path, options) => activity('workspace.read', { ...options, path }), chapters: (part) => activity('workspace.chapters', { from: part?.from, to: part?.to, written: part?.written }) }),
  chart: freeze({
    node: (id, label) => note('chart.node', { id, label: label ?? id }), edge: (from, to, label) => note('chart.edge', { from, to, label: label ?? '' }),
    enter: (id) => note('chart.enter', { id }), leave: (id, how) => note('chart.leave', how?.failed === true ? { id, failed: true } : { id }), move: (from, to) => note('chart.move', { from, to }),
  }),
  map, all, ask: asking(), log, caller,
  progress: (phase, more) => note('progress', { ...more, phase }),
})
/** What a noeta script has: a helper with one goal each, side by side when wanted. */
const agent = (goal, options) => activity('agent', { ...options, goal })
const asWork = (item) => (typeof item === 'function' ? item() : typeof item === 'string' ? agent(item) : agent(item.goal, { agent: item.agent, schema: item.schema }))
const parallel = (items) => map(items, asWork, { concurrency: mostParallel })

let program = null
const describing = (given) => {
  const told = { run: typeof given?.run, key: given?.key, title: given?.title, description: given?.description, whenToUse: given?.whenToUse, argsHint: given?.argsHint, phases: given?.phases }
  return '["described",' + plainJson(told) + ']'
}
const failure = (error, code) => {
  const found = known(error) ?? problem(typeof error?.code === 'string' ? cut(error.code, 60) : code, describe(error), null)
  const line = lineOf(error) ?? askedLine(error)
  return '["failed",' + quote(found.code) + ',' + quote(found.message) + ',' + (line === null ? 'null' : '' + line) + ']'
}
const open = async (dialect, code) => {
  harden()
  let stage = 'WORKFLOW_SYNTAX'
  try {
    const names = dialect === 'definition' ? ['Type'] : dialect === 'body' ? ['wf', 'args', 'Type'] : ['agent', 'parallel', 'log', 'args']
    const body = new AsyncFunction(...names, '"use strict";\n' + code)
    stage = 'WORKFLOW_INVALID'
    if (dialect === 'script') program = (wf, args) => body(agent, parallel, log, args)
    else if (dialect === 'body') program = (wf, args) => body(wf, args, Type)
    else {
      const made = await body(Type)
      program = (wf, args) => made.run(wf, args)
      return describing(made)
    }
    return '["described",null]'
  } catch (error) {
    return failure(error, stage)
  }
}

const result = (value, most) => {
  const wrong = (what, chain) => raise(problem('RESULT_NOT_JSON', 'The result holds ' + what + place(chain) + '. Return plain JSON data.', where(chain)))
  const long = () => raise(problem('RESULT_TOO_LARGE', 'The result has more than ' + most + ' characters.', null))
  return '["done",' + (value === undefined ? 'null' : encoder({ depth: 200, most, lenient: true }, wrong, long).write(value, null)) + ']'
}
const start = (args, caller, activities, noted, most) => {
  bounds.activities = activities
  bounds.notes = noted
  const finish = (make) => { if (ended === null) try { ended = make() } catch (error) { ended = failure(error, 'SCRIPT_ERROR') } }
  const run = async () => {
    try {
      const value = await program(wfOf(freeze(parse(caller))), parse(args))
      finish(() => result(value, most))
    } catch (error) {
      finish(() => failure(error, 'SCRIPT_ERROR'))
    }
  }
  run()
}
const deliver = (id, ok, json) => {
  const one = waiting[id]
  delete waiting[id]
  branch = one.at
  const given = parse(json)
  if (ok) return void one.resolve(given)
  const error = new SavedError(given.message)
  defineProperty(error, 'code', { value: given.code, enumerable: true, writable: true, configurable: true })
  apply(mapSet, askedAt, [error, one.line])
  one.reject(error)
}
/** The turn is over: nothing of the script runs until the next answer. */
const collect = () => {
  const sent = outbox
  outbox = ''
  // Also a limit that the script caught ends it.
  const end = limit === null ? ended : '["failed",' + quote(limit.code) + ',' + quote(limit.message) + ',null]'
  if (end !== null) over = true
  return '["turn",[' + sent + '],' + (end ?? 'null') + ']'
}
return freeze({ open, start, deliver, collect })
`
