import { z } from 'zod'
import { fail } from '@shared/fault'
import type { Registered } from '../tools/registry'
import { register } from '../tools/registry'
import { riskOf } from './listed'
import { loadedSpec } from './loaded-spec'
import type { ScriptSpec, ScriptState } from './types'

/** What a script tool declares, in the words of a definition; the way to run it is added where there is a project. */
export function declared(spec: ScriptSpec, contentHash: string) {
  const { name, effects, input } = spec
  return {
    name, operation: `ext.${name}`, description: spec.description, input: z.object({}), external: { schema: input.schema, contentHash, check: (raw: unknown) => input.check(raw) },
    risk: riskOf(spec), mutates: effects.includes('write'), gate: 'risk' as const, result: spec.result, version: spec.version, roles: spec.roles, aliases: spec.aliases, needs: [],
    ...(spec.deprecatedParams === undefined ? {} : { deprecatedParams: spec.deprecatedParams }),
  }
}

/** A script tool to look at, approved or not. The code of its load error when it has none to show. */
export function shownScript(state: ScriptState): Registered {
  const notHere = (): never => fail('PROJECT_NOT_OPEN', 'this definition is only looked at.')
  return register({ ...declared(loadedSpec(state), state.hash ?? ''), prepare: notHere, run: notHere, say: notHere }, 'ext')
}
