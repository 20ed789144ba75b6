/** The longest a timer can be set for (24 days): what waits for another session or the author has no deadline of its own. */
export const LONGEST_WAIT = 2_147_483_647
