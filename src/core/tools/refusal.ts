/** A refusal before anything ran: the call's own mistake (`error`, exit 1) or a rule (`deny`, exit 4). */
export interface Refusal { verdict: 'error' | 'deny'; code: string; text: string }
