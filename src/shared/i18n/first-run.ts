import { catalogue } from './message'

export const firstRun = catalogue({})
