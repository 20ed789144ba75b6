import { z } from 'zod'
import { Json } from './world'

/** `world/schema.yaml` as it was read (03 §2): what a subject of a type may hold. Core checks by it, the window builds its forms from it. */
export type ScalarType = 'int' | 'float' | 'string' | 'bool' | 'enum' | 'ref'
interface Named { readonly label?: string; readonly desc?: string }
/** `values` only of an enum; `target` only of a ref: a type's name or `*`. */
export interface ScalarAttr extends Named { readonly kind: 'scalar'; readonly type: ScalarType; readonly values?: readonly string[]; readonly target?: string; readonly default?: Json }
export interface ArrayAttr extends Named { readonly kind: 'list' | 'collection'; readonly item: ItemAttr; readonly default?: readonly Json[] }
/** Named fields, or open keys that all hold `item`. */
export interface ObjectAttr extends Named { readonly kind: 'object'; readonly fields?: Readonly<Record<string, Attr>>; readonly item?: ItemAttr }
export interface EmbeddingAttr extends Named { readonly kind: 'embedding'; readonly form: 'array' | 'record' }
export type Attr = ScalarAttr | ArrayAttr | ObjectAttr | EmbeddingAttr
export type ItemAttr = ScalarAttr | ObjectAttr
export interface SubjectType extends Named { readonly attrs: Readonly<Record<string, Attr>> }

const named = { label: z.string().optional(), desc: z.string().optional() }
const Scalar = z.object({ kind: z.literal('scalar'), type: z.enum(['int', 'float', 'string', 'bool', 'enum', 'ref']), values: z.array(z.string()).optional(), target: z.string().optional(), default: Json.optional(), ...named })
const Item = z.lazy((): z.ZodType => z.union([Scalar, Group]))
const Group: z.ZodType = z.object({ kind: z.literal('object'), fields: z.record(z.string(), z.lazy((): z.ZodType => Attr)).optional(), item: Item.optional(), ...named })
export const Attr = z.union([
  Scalar, Group, z.object({ kind: z.enum(['list', 'collection']), item: Item, default: z.array(Json).optional(), ...named }),
  z.object({ kind: z.literal('embedding'), form: z.enum(['array', 'record']), ...named }),
]) as unknown as z.ZodType<Attr>
export const SubjectTypes = z.record(z.string(), z.object({ attrs: z.record(z.string(), Attr), ...named })) as unknown as z.ZodType<Readonly<Record<string, SubjectType>>>
