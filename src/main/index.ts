import { join } from 'node:path'
import { app, dialog, protocol } from 'electron'
import { makeFolders } from '@shared/make-folders'
import { declareAppScheme } from './app-protocol'
import { parseLaunch, readLaunch, wenquHome } from './launch'
import { openLog } from './log'
import { startApp } from './start-app'

// One home, one app: everything Electron keeps goes below it too, so that homes never share a lock (09 §1).
const home = wenquHome(process.env)
const userData = join(home, 'electron')
try {
  makeFolders(userData)
} catch (error) {
  dialog.showErrorBox('Wenqu', `Wenqu did not start: ${String(error)}`)
  process.exit(1)
}
app.setPath('userData', userData)
// Where the sandbox was switched off (root in a container), asking for it would end every child process.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
// Our own pages need no network, and those of the assistant have core look names up and judge them: Chromium itself finds none.
app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1')
const launch = parseLaunch(process.argv, process.cwd())

if (app.requestSingleInstanceLock(launch)) {
  const log = openLog(home)
  process.on('uncaughtException', (error) => log.error('uncaught', { why: error.message, stack: error.stack }))
  process.on('unhandledRejection', (reason) => log.error('unhandled', { why: String(reason) }))
  declareAppScheme(protocol)
  const started = startApp({ home, launch, log })
  app.on('second-instance', (_event, _argv, _cwd, wish) => void started.then((running) => running.show(readLaunch(wish)), () => undefined))
  started.catch((error: unknown) => {
    log.error('did not start', { why: String(error) })
    process.stderr.write(`Wenqu did not start: ${String(error)}\n`)
    app.exit(1)
  })
} else {
  app.quit()
}
