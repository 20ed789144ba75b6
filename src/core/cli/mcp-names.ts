import { isFault } from '@shared/fault'
import { toolNames } from '../mcp/names'
import { faultText } from '../tools/fault-text'
import { EXIT, type Command } from './command'
import { show } from './io'
import { parseOptions } from './usage'

/** `mcp names` (10, 07 §8.1): what the tools of a server would be called; nothing is started. */
export const mcpNames: Command = {
  usage: 'mcp names ALIAS NAME… [--json]',
  does: 'The full tool names that a server with this alias would give, or what is wrong with them.',
  run(argv, io) {
    const parsed = parseOptions(argv, {}, { min: 2, max: Number.MAX_SAFE_INTEGER, names: ['ALIAS', 'NAME'] })
    const [alias = '', ...raws] = parsed.words
    try {
      const names = toolNames(alias, raws)
      show(io, parsed.json, { alias, names }, names.map((name) => name.full).join('\n'))
      return Promise.resolve(EXIT.ok)
    } catch (error) {
      if (!isFault(error)) throw error
      if (parsed.json) show(io, true, { alias, error: { code: error.fault.code, message: error.fault.message } }, '')
      else io.err(`${faultText(error.fault)}\n`)
      return Promise.resolve(EXIT.fail)
    }
  },
}
