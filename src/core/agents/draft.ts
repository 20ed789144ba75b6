/** What had come of a reply when the connection broke or the app stopped; `why` in the words of whoever knows, null when the app stopped. */
export interface Broken { readonly text: string; readonly reasoning: string; readonly model: string; readonly why: string | null }

/** A reply that is coming, as it is kept on disk each second, with what broke off before it. */
export interface Draft { readonly runId: string; readonly text: string; readonly reasoning: string; readonly model: string; readonly broken?: readonly Broken[]; /** Tokens its request was thought to have; none once the call is booked. */ readonly estimate?: number }
