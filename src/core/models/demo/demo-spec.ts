import type { ModelSpec } from '@shared/settings'

export const DEMO_MODEL = 'demo/author'

/** The offline model: always there, costs nothing (04 §9). */
export const demoSpec: ModelSpec = {
  context: 65_536, maxOutput: 8_192, tools: true, parallelTools: true, vision: false, reasoning: 'none', structured: false, cache: 'none',
}
