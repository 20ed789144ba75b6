/**
 * Runs one script and writes its answer. Everything that could call back into the script (a getter of what it threw) happens in here,
 * under the parent's one deadline. The answer is JSON text, made without any function a script can reach.
 */
export const script = String.raw`
const mostLog = 2048
let logged = ''
let unloggedLines = 0

const shown = (value) => {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null) {
    const giveUp = () => { throw null }
    try { return encoder({ depth: 16, most: mostLog, lenient: true }, giveUp, giveUp).write(value, null) } catch { /* shown as text below */ }
  }
  try { return cut(value, mostLog) } catch { return '[unreadable]' }
}
const log = (...given) => {
  if (run.closed) return
  let line = ''
  for (let i = 0; i < given.length; i += 1) line += (i === 0 ? '' : ' ') + cut(shown(given[i]), mostLog)
  if (logged.length + line.length + 1 > mostLog) unloggedLines += 1
  else logged += line + '\n'
}
const consoleOf = () => freeze({ log, info: log, warn: log, error: log, debug: log })

const failure = (found, line) =>
  '["failed",' + quote(found.code) + ',' + quote(found.message) + ',' + (found.pointer === null ? 'null' : quote(found.pointer)) + ',' + (found.ref === null ? 'null' : '' + found.ref) + ',' + (line === null ? 'null' : '' + line) + ',' + notes() + ']'
const notes = () => quote(logged) + ',' + unloggedLines

// What the script caught is reported all the same: nothing may be saved after a limit or a failed write.
const swallowed = (thrown) => {
  if (run.limit !== null) return failure(run.limit, null)
  const { failedWrite } = run
  if (failedWrite !== null) {
    if (thrown !== null && thrown.error === failedWrite.error && known(thrown.error) !== undefined) return null
    const found = known(failedWrite.error) ?? problem('SCRIPT_ERROR', describe(failedWrite.error), null)
    return failure({ code: 'WORLD_WRITE_FAILED', message: found.code + ': ' + found.message, pointer: found.pointer, ref: found.ref }, failedWrite.line)
  }
  return run.openWrites === 0 ? null : failure(problem('WORLD_WRITE_FAILED', 'A write did not come to an end.', null), null)
}
const threw = (error, code) => failure(known(error) ?? problem(code, describe(error), null), lineOf(error))

const result = (value, most) => {
  let tooLong = 0
  const refuse = (what, chain) => raise(problem('RESULT_NOT_JSON', 'The result holds ' + what + place(chain) + '. Return plain JSON data.', where(chain)))
  const stop = (size) => {
    tooLong = size
    throw null
  }
  try {
    const json = value === undefined ? 'null' : encoder({ depth: 200, most: 1000000, lenient: true }, refuse, stop).write(value, null)
    if (json.length <= most) return '["done",' + (value !== undefined) + ',' + json + ',' + notes() + ']'
    tooLong = json.length
  } catch (error) {
    if (tooLong === 0) return threw(error, 'RESULT_NOT_JSON')
  }
  const size = tooLong > 1000000 ? 'more than 1000000' : '' + tooLong
  return failure(problem('RESULT_TOO_LARGE', 'The result has ' + size + ' characters.', null), null)
}

return async (host, code, most, given) => {
  globalThis.console = consoleOf()
  if (given !== null) {
    fixTime(given.now, given.seed)
    globalThis.world = worldOf(host, given.write)
  }
  let stage = 'SCRIPT_SYNTAX'
  try {
    const body = new AsyncFunction('"use strict";\n' + code)
    stage = 'SCRIPT_ERROR'
    const value = await apply(body, undefined, [])
    const answer = result(value, most)
    run.closed = true
    return swallowed(null) ?? answer
  } catch (error) {
    const answer = threw(error, stage)
    run.closed = true
    return swallowed({ error }) ?? answer
  }
}
`
