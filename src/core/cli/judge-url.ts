import { judgeUrl } from '../web/judge-url'
import { EXIT, type Command } from './command'
import { show } from './io'
import { parseOptions } from './usage'

/** `judge url` (10, 07 §1.1): what the gate would say of an address with this list of hosts, without a request. */
export const judgeUrlCommand: Command = {
  usage: 'judge url URL [--allow HOST]… [--json]',
  does: 'Says whether WebFetch may fetch an address without asking: {verdict: "allow"|"ask"|"deny", reason}.',
  async run(argv, io) {
    const parsed = parseOptions(argv, { allow: 'list' }, { min: 1, max: 1, names: ['URL'] })
    const [url = ''] = parsed.words
    const { verdict, code, text } = judgeUrl(url, parsed.list('allow'))
    const reason = code === null ? '' : `${code}: ${text}`
    show(io, parsed.json, { verdict, reason }, reason === '' ? verdict : `${verdict}: ${reason}`)
    return EXIT.ok
  },
}
