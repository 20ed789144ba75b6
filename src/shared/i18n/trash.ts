import { catalogue } from './message'

export const trash = catalogue({})
