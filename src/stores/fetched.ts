/** Results of fetches: of several together, of one that throws, of one that is late. */
import type { Found } from '#src/auction/stored-data.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { DEADLINE_EXCEEDED } from '#src/lang/with-timeout.ts';

/** All results as one. */
export const merge = (all: readonly Found[]): Found => ({
  documents: new Map(all.flatMap(({ documents }) => [...documents])),
  errors: [...new Set(all.flatMap(({ errors }) => errors))],
  rejected: all.some(({ rejected }) => rejected) && all.every(({ errors, rejected }) => errors.length === 0 || rejected),
  timedOut: all.some(({ timedOut }) => timedOut),
  unavailable: all.some(({ unavailable }) => unavailable),
});

/** The result of a fetch that throws. */
export const broken = (cause: unknown): Found => ({ documents: new Map(), errors: [errorMessage(cause)] });

/** The result of a fetch that takes too long for its caller. */
export const late = (): Found => ({ documents: new Map(), errors: [DEADLINE_EXCEEDED], timedOut: true, unavailable: true });
