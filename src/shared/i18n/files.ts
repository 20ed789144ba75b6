import { catalogue } from './message'

export const files = catalogue({})
