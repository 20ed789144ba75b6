import { catalogue } from './message'

export const editor = catalogue({})
