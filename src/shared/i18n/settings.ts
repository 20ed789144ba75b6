import { catalogue } from './message'

export const settings = catalogue({})
