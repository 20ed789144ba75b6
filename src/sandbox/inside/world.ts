/**
 * The `world` of a script (03 §6): every function hands JSON text to the host and waits for its answer. Whatever a script catches,
 * a failed write stays noted here, and after the end nothing goes out any more.
 */
export const world = String.raw`
const mostArgument = 262144
const run = { closed: false, openWrites: 0, failedWrite: null, limit: null }

const refuseArgument = (what, chain) => raise(problem('VALUE_INVALID', 'Found ' + what + place(chain) + '. Expected plain JSON data.', where(chain)))
const argumentTooLong = () => {
  run.limit = run.limit ?? problem('CALL_LIMIT', 'An argument has more than 256 KB.', null)
  raise(run.limit)
}
const argumentsOf = (names, given) => {
  const encoding = encoder({ depth: 64, most: mostArgument, lenient: false }, refuseArgument, argumentTooLong)
  let count = given.length
  while (count > 0 && given[count - 1] === undefined) count -= 1
  let json = ''
  for (let i = 0; i < count; i += 1) {
    const name = hasOwn(names, i) ? names[i] : 'argument ' + (i + 1)
    const chain = name === '' ? null : { key: name, value: null, up: null }
    json += (i === 0 ? '' : ',') + encoding.write(given[i], chain)
  }
  return ['[' + json + ']', encoding.bigs()]
}
const ask = (host, name, names, given) => {
  if (run.closed) raise(problem('RUN_CLOSED', 'The script has ended; nothing of it is saved any more.', null))
  const sent = argumentsOf(names, given)
  const reply = host(name, sent[0], sent[1])
  const body = apply(sliceText, reply, [1])
  if (reply[0] === '+') return parse(body)
  const refused = parse(body)
  return raise({ code: refused[1], message: refused[2], pointer: null, ref: refused[0] })
}

const plain = (answer) => answer
const instantIn = (answer) => big(answer)
const sliceIn = (slice) => {
  slice.instant = big(slice.instant)
  return slice
}
const slicesIn = (slices) => {
  for (let i = 0; i < slices.length; i += 1) sliceIn(slices[i])
  return slices
}
const worldOf = (host, mayWrite) => {
  const reads = (name, names, after = plain) => (...given) => after(ask(host, name, names, given))
  // Open until it has answered: also a write that never came back counts as failed.
  const writes = (name, names) => (...given) => {
    run.openWrites += 1
    try {
      const done = ask(host, name, names, given)
      run.openWrites -= 1
      return done
    } catch (error) {
      run.failedWrite = run.failedWrite ?? { error, line: lineOf(error) }
      throw error
    }
  }
  return freeze({
    time: freeze({ parse: reads('time.parse', ['text'], instantIn), format: reads('time.format', ['t']), now: reads('time.now', [], instantIn) }),
    subject: freeze({
      get: reads('subject.get', ['id', 'options']), gets: reads('subject.gets', ['ids', 'options']), list: reads('subject.list', ['type']),
      findRefs: reads('subject.findRefs', ['targetId', 'sourceType']),
    }),
    search: freeze({ text: reads('search.text', ['query', 'options']) }),
    slice: freeze({
      list: reads('slice.list', ['options'], slicesIn), get: reads('slice.get', ['id'], sliceIn),
      ...(mayWrite ? { write: writes('slice.write', ['']), editPatches: writes('slice.editPatches', ['id', 'edits', 'meta']), delete: writes('slice.delete', ['id']) } : {}),
    }),
  })
}
`
