/** The lifecycle's states in order; shared by the machine, the timeline, taps, docs and tests. */
export const STAGES = ['validate', 'enrich', 'privacy', 'fanOut', 'collect', 'adjust', 'target', 'cache', 'respond'] as const;
export type StageName = (typeof STAGES)[number];

/** Final states of an auction. */
export const FINAL_STATES = ['done', 'rejected'] as const;
