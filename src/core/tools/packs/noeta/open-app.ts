import { z } from 'zod'
import { authorizeAnywhere } from '../../anywhere'
import { defineTool } from '../../define-tool'

/** `open_app` of 07 §3: shows a folder with an index.html in a window of its own, its `/api/` led to a service of the author's. */
export const openApp = defineTool({
  name: 'open_app',
  operation: 'app.open',
  description: 'Show the author a folder with an index.html as an app in a window of its own. It can reach nothing but its folder and the service named.',
  input: z.strictObject({
    dir: z.string().min(1).describe('Folder of the app, with an index.html.'),
    proxy_to: z.string().min(1).max(4_096).describe('Address of a service on this machine or a listed host; api/x of the app is sent to x below it.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'risk',
  result: 'action',
  needs: ['apps', 'files'],
  async prepare({ dir, proxy_to }, { apps, files }, { caller }) {
    const { path, ask } = await authorizeAnywhere(files, caller, dir, { kind: 'folder' })
    const target = apps.target(proxy_to)
    if (ask === null) apps.assertIndex(path.real, path.shown)
    const effect = { kind: 'web', target: target.host, resolved: target.href, before: null, after: null, action: 'ask', preview: `${path.shown} → ${target.href}`, fields: [] }
    return { plan: { path, target }, effects: [effect], ...(ask === null ? {} : { ask }) }
  },
  async run({ path, target }, { apps }) {
    apps.assertIndex(path.real, path.shown)
    const { url, shown } = await apps.open(path.real, target)
    const details = { path: path.shown, url, proxy_to: target.href }
    return { value: shown ? JSON.stringify(details) : `${JSON.stringify(details)} (no window shows it; it ends with this command)`, changes: [], details }
  },
  say: (text) => text,
})
