/** One of the things that can be chosen. */
export interface Option { value: string; label: string; /** The author's own words. */ own?: boolean; /** What tells it from others of its name. */ hint?: string }
