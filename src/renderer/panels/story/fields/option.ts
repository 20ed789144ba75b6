/** One of the things that can be chosen. */
export interface Option { value: string; label: string; /** The author's own words. */ own?: boolean; /** What tells it from others of its name. */ hint?: string; /** Asks for a choice and is none: it stands in the field while nothing is chosen, not among what is found. */ prompt?: boolean }
