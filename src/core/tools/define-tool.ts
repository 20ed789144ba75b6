import type { z } from 'zod'
import type { ToolDefinition, ToolServices } from './types'

/**
 * A definition whose own input, plan and result types are forgotten: what the registry and the pipeline hold (08 §1).
 * Methods are written as methods so that any `ToolDefinition<I, P, R>` fits; only the pipeline calls them, with values
 * that this definition's own `input` and `prepare` made.
 */
export interface AnyTool extends Omit<ToolDefinition<z.ZodObject, unknown, unknown, ToolServices>, 'check' | 'live' | 'prepare' | 'run' | 'say'> {
  live?(services: ToolServices): Readonly<Record<string, readonly string[]>>
  check?(input: unknown): ReturnType<NonNullable<ToolDefinition['check']>>
  prepare(...parameters: [input: unknown, services: ToolServices, context: Parameters<ToolDefinition['prepare']>[2]]): ReturnType<ToolDefinition['prepare']>
  run(...parameters: Parameters<ToolDefinition['run']>): ReturnType<ToolDefinition['run']>
  say(value: unknown, plan: unknown): string
}

/** Types a definition by its own schema, so `prepare` and `run` know their arguments and plan (08 §1). */
export function defineTool<I extends z.ZodObject, P, R>(
  definition: ToolDefinition<I, P, R, ToolServices>,
): ToolDefinition<I, P, R, ToolServices> {
  return definition
}

/**
 * Forgets a definition's own types. The one unchecked step between a tool and the pipeline: safe because the pipeline
 * passes `prepare` only what `input` parsed, `run` only what `prepare` planned, and `say` only what `run` returned.
 */
export function eraseTool<I extends z.ZodObject, P, R>(definition: ToolDefinition<I, P, R, ToolServices>): AnyTool {
  return definition as unknown as AnyTool
}
