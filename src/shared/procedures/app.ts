import { z } from 'zod'
import { ExportFormat } from './export'
import { main } from './procedure'

const nothing = z.strictObject({})
const done = z.object({})

/** One unsaved text, written by main outside the project (09 §5 Saving). `at` is when it was typed. */
export const Draft = z.object({ project: z.string(), path: z.string(), text: z.string(), baseHash: z.string().nullable(), at: z.string() })
export type Draft = z.infer<typeof Draft>

/** Where one window stands, kept per project by main so that a restart and a reload come back to it (W1, W2, R5). */
export const Layout = z.looseObject({})

export const appProcedures = {
  'app.info': main('What the window needs before anything else.', nothing, z.object({
    version: z.string(), platform: z.string(), language: z.enum(['zh-CN', 'en']), home: z.string(), projectArgument: z.string().nullable(), sampleArgument: z.boolean(),
    secureStore: z.boolean(), runtimeNote: z.string().nullable(), defaultFolder: z.string(), fonts: z.array(z.string()),
  })),
  'app.pickFolder': main('Opens the system folder picker; null when closed.', z.strictObject({ title: z.string(), start: z.string().optional() }), z.object({ path: z.string().nullable() })),
  'app.pickFile': main('Opens the system file picker; null when closed.', z.strictObject({ title: z.string(), extensions: z.array(z.string()) }), z.object({ path: z.string().nullable() })),
  'app.pickSaveFile': main('Opens the system save dialog; null when closed. `asked`: the system itself asked before taking a file that is there.', z.strictObject({ title: z.string(), /** Null: `name` is a whole path. */ folder: z.string().nullable(), name: z.string().min(1), format: ExportFormat }), z.object({ path: z.string().nullable(), asked: z.boolean() })),
  'app.showItem': main('Shows a file in the system file manager.', z.strictObject({ path: z.string() }), done),
  'app.openExported': main('Opens an exported file with the program the system has for it.', z.strictObject({ path: z.string() }), done),
  'app.openExternal': main('Opens an http(s) or mailto link in the system browser, after the author confirmed the host.', z.strictObject({ url: z.string() }), done),
  'app.notify': main('Shows a system notification unless the window has the focus; a click on it brings the window up. Says whether it was shown.', z.strictObject({ title: z.string().min(1).max(120), body: z.string().max(300) }), z.object({ shown: z.boolean() })),
  'app.openLog': main('Shows the log folder.', nothing, done),
  'app.restartCore': main('Starts core again after it stopped for good.', nothing, done),
  'app.coreState': main('Whether core answers.', nothing, z.object({ state: z.enum(['starting', 'ready', 'restarting', 'failed', 'silent']), deaths: z.number() })),
  'drafts.put': main('Keeps unsaved text outside the project, durable when it returns; works while core is down.', Draft.omit({ at: true }), z.object({ at: z.string() })),
  'drafts.list': main('Unsaved texts of a project.', z.strictObject({ project: z.string() }), z.object({ drafts: z.array(Draft) })),
  'drafts.drop': main('Forgets a draft whose text is in its file now.', z.strictObject({ project: z.string(), path: z.string() }), done),
  'layout.get': main('The kept layout of a project window.', z.strictObject({ project: z.string() }), z.object({ layout: Layout.nullable() })),
  'layout.set': main('Keeps the layout of a project window.', z.strictObject({ project: z.string(), layout: Layout }), done),
  'keys.set': main('Puts a provider key into the system keychain, or for this run where there is none.', z.strictObject({ name: z.string().regex(/^[a-z0-9_-]{1,32}$/), value: z.string().min(1).max(4_096) }), z.object({ kept: z.enum(['keychain', 'run']) }), 'human'),
  'keys.remove': main('Forgets a provider key.', z.strictObject({ name: z.string() }), done, 'human'),
  'keys.status': main('Which keys are set; never their text.', nothing, z.object({ set: z.array(z.string()), secure: z.boolean() })),
} as const
