import { catalogue } from './message'

export const importing = catalogue({})
