import type { Core } from '../../src/core/app/types'
import { coreHandlers } from '../../src/core/router/index'
import { createRouter, type Router } from '../../src/core/router/router'

/** What the window calls, over a core; a defect fails the test that met it. */
export const routerOf = (core: Core): Router => createRouter(core, coreHandlers, (name, error) => { throw new Error(name, { cause: error }) })
