import { z } from 'zod'

const Text = z.strictObject({ zh: z.string(), en: z.string() })
const Var = z.strictObject({ regex: z.string().optional(), default: z.union([z.string(), Text]) })
const Call = z.strictObject({
  tool: z.string(), args: z.record(z.string(), z.unknown()).default({}),
  /** Sent as it stands instead of `args`: for arguments that are not JSON. */
  raw: z.string().optional(),
})

/** In arguments: data that fits what the session must report. */
export const SAMPLE = '$sample'

/**
 * One reply. `bind` reads variables from the details of this step's results (the first path that leads somewhere). A step
 * whose `needs` are not bound, or that `unless` names a bound variable, is left out.
 */
export const DemoStep = z.strictObject({
  say: Text.default({ zh: '', en: '' }), calls: z.array(Call).default([]),
  bind: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  needs: z.array(z.string()).default([]), unless: z.array(z.string()).default([]),
  /** A failed call of this step is part of the story: no onFail. With codes: only these, and the variable `failed` is then bound. */
  mayFail: z.union([z.boolean(), z.array(z.string())]).default(false),
  /** The text takes this many seconds in all. */
  seconds: z.number().optional(),
  /** Acts as a fault of a provider (04 §8). */
  fault: z.enum(['429', 'cut']).optional(),
})

/** `resources/demo/<id>.yaml` (04 §9). */
export const Scenario = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  match: z.strictObject({ /** Tools it needs all of; such a scenario goes before those that only phrases choose. */ tools: z.array(z.string()).default([]), profiles: z.array(z.string()).default([]), any: z.array(z.string()).default([]), all: z.array(z.string()).default([]) }),
  vars: z.record(z.string(), Var).default({}),
  steps: z.array(DemoStep).min(1),
  onFail: z.strictObject({ say: Text }).optional(),
})
export type Scenario = z.infer<typeof Scenario>
export type DemoStep = z.infer<typeof DemoStep>
export type DemoText = z.infer<typeof Text>
