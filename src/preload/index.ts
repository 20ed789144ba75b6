import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { IpcRendererEvent } from 'electron'
import type { Answer, Bridge, CoreState } from '@shared/bridge'
import type { Numbered } from '@shared/events'
import type { Output, ProcedureName } from '@shared/procedures'

function subscribe<T>(channel: string, listener: (value: T) => void): () => void {
  const receive = (_event: IpcRendererEvent, value: T) => listener(value)
  ipcRenderer.on(channel, receive)
  return () => void ipcRenderer.removeListener(channel, receive)
}

const savers = new Set<() => Promise<void>>()
ipcRenderer.on('wenqu.beforeClose', async (event) => {
  const [port] = event.ports
  await Promise.allSettled([...savers].map(async (save) => save()))
  port?.postMessage('done')
})

/** All the page can reach; no generic send, no Node (01 Processes, EL-07). */
const bridge: Bridge = {
  call: <N extends ProcedureName>(name: N, input: unknown) => ipcRenderer.invoke('wenqu.call', name, input) as Promise<Answer<Output<N>>>,
  onEvents: (listener) => subscribe<Numbered[]>('wenqu.events', listener),
  onCoreState: (listener) => subscribe<CoreState>('wenqu.coreState', listener),
  onBeforeClose: (listener) => {
    savers.add(listener)
    return () => void savers.delete(listener)
  },
  pathOfFile: (file) => webUtils.getPathForFile(file),
}
contextBridge.exposeInMainWorld('wenqu', bridge)
