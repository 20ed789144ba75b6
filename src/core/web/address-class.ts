import { BlockList, isIPv4, isIPv6 } from 'node:net'

export type AddressClass = 'never' | 'linkLocal' | 'private' | 'public'

const list = (...ranges: string[]): BlockList => {
  const out = new BlockList()
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/')
    out.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6')
  }
  return out
}

/** The classes of 07 §1.1 in the order in which they apply. */
const classes: readonly [AddressClass, BlockList][] = [
  ['never', list('0.0.0.0/8', '::/128', '224.0.0.0/3', 'ff00::/8')],
  ['linkLocal', list('169.254.0.0/16', 'fe80::/10', 'fd00:ec2::254/128', '100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32')],
  ['private', list('127.0.0.0/8', '::1/128', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '192.0.0.0/24', '198.18.0.0/15', 'fc00::/7', 'fec0::/10')],
]

/** The class of a numeric address, without brackets; one that embeds an IPv4 address has that one's class (07 §1.1). */
export function classOfAddress(address: string): AddressClass {
  const inner = isIPv6(address) ? embedded(address) : null
  const judged = inner ?? address
  const family = isIPv4(judged) ? 'ipv4' : 'ipv6'
  return classes.find(([, ranges]) => ranges.check(judged, family))?.[0] ?? 'public'
}

/** ::ffff:0:0/96, ::/96, 64:ff9b::/96, 2002::/16, Teredo 2001:0::/32 (its client's bits are inverted). */
function embedded(address: string): string | null {
  const groups = groupsOf(address)
  const [first = 0, second = 0, third = 0] = groups
  const last = groups.slice(6)
  if (first === 0x2002) return dotted([second, third])
  if (first === 0x2001 && second === 0) return dotted(last.map((group) => group ^ 0xffff))
  if (first === 0x64 && second === 0xff9b) return dotted(last)
  const leading = groups.slice(0, 5).every((group) => group === 0)
  if (!leading || (groups[5] !== 0 && groups[5] !== 0xffff)) return null
  const isOwn = groups[5] === 0 && groups[6] === 0 && (groups[7] ?? 0) <= 1
  return isOwn ? null : dotted(last)
}

const dotted = (groups: readonly number[]): string => groups.flatMap((group) => [group >> 8, group & 0xff]).join('.')

function groupsOf(address: string): number[] {
  const plain = address.replace(/%.*$/, '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, a: string, b: string, c: string, d: string) => `${(Number(a) * 256 + Number(b)).toString(16)}:${(Number(c) * 256 + Number(d)).toString(16)}`)
  const [head = '', tail] = plain.split('::')
  const parts = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const front = parts(head)
  if (tail === undefined) return front
  const back = parts(tail)
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back]
}
