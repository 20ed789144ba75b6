import { catalogue } from './message'

export const story = catalogue({})
