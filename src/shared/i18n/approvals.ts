import { catalogue } from './message'

export const approvals = catalogue({})
