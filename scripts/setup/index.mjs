// All set-up, in order. Safe to run again at any time, and quick when everything is in place.
import { ensureBuild } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { findElectron } from './electron-runtime.mjs'
import { findNode26, withNode26 } from './node26.mjs'
import { ensureSystemLibraries } from './system-libraries.mjs'
import { hasDisplay } from './virtual-display.mjs'

/**
 * `needDisplay`: a window will open, on a virtual screen where there is none. Resolves to { node26, electron, env }:
 * two paths (`electron` undefined unless asked for) and the environment in which children should run.
 */
export async function prepare({ needDisplay = false, needElectron = false, needBuild = false } = {}) {
  await ensureDependencies()
  const node26 = findNode26()
  const env = { ...withNode26(node26), WENQU_NODE: node26 }
  // Set in the terminals of some editors; it would start Electron as a bare Node.
  delete env.ELECTRON_RUN_AS_NODE
  if (needDisplay || needElectron) await ensureSystemLibraries({ virtualDisplay: needDisplay && !hasDisplay() })
  const electron = needElectron ? (await findElectron({ node26, env })).path : undefined
  if (electron) env.WENQU_ELECTRON_PATH = electron
  if (needBuild) await ensureBuild({ node26, env })
  return { node26, electron, env }
}
