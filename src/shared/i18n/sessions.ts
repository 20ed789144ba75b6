import { catalogue } from './message'

export const sessions = catalogue({})
