import { floorMod } from './integers'

/** Names that come round again (weekdays, the sixty stems and branches): printed, skipped when read. `at0`: the one at instant 0. */
export interface Cycle { readonly name: string; readonly of: string; readonly names: readonly string[]; readonly at0: number }

/** The name at the `count`th day, year … from that of instant 0. */
export const cycleName = ({ names, at0 }: Cycle, count: bigint): string => names[Number(floorMod(count + BigInt(at0), BigInt(names.length)))] ?? ''
