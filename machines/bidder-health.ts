/**
 * Bidder health: a bidder with too many failures is throttled until its failure rate stays low for a while. There is no actor: the table of
 * bidders (`src/bidders/health.ts`) computes transitions, and only when something changes.
 */
import { createMachine, initialTransition, transition } from 'xstate';

export type HealthState = 'healthy' | 'throttled' | 'recovering';

/** Failure rate, weighted towards recent calls, from which a bidder is throttled. */
const LIMIT = 0.2;
/** Min change of the failure rate from its extreme that counts as an improvement or a relapse. */
const TURN = 0.1;

/**
 * `degrade`: the share of failed calls exceeded the limit. `improve`: it fell well below its earlier value. `relapse`: it rose again.
 * `recover`: it is below the limit.
 */
export type HealthEvent = 'degrade' | 'improve' | 'relapse' | 'recover';

const percent = (share: number): string => `${share * 100} %`;
const recover = { target: 'healthy', description: `failures < ${percent(LIMIT)}` } as const;

export const bidderHealthMachine = createMachine({
  types: {} as { events: { type: HealthEvent } },
  id: 'bidderHealth',
  initial: 'healthy',
  states: {
    healthy: { on: { degrade: { target: 'throttled', description: `failures ≥ ${percent(LIMIT)}` } } },
    throttled: { on: { improve: { target: 'recovering', description: `failures ${percent(TURN)} below their peak` }, recover } },
    recovering: { on: { relapse: { target: 'throttled', description: `failures ${percent(TURN)} above their low` }, recover } },
  },
});

/**
 * The event of a failure rate in a state; undefined: none.
 * @param failures 0 to 1
 * @param turn the highest rate since the bidder was throttled, or the lowest since it recovers
 */
function healthEvent(state: HealthState, failures: number, turn: number): HealthEvent | undefined {
  if (state === 'healthy') return failures >= LIMIT ? 'degrade' : undefined;
  if (failures < LIMIT) return 'recover';
  if (state === 'throttled') return failures < turn * (1 - TURN) ? 'improve' : undefined;
  return failures > turn * (1 + TURN) ? 'relapse' : undefined;
}

/** The initial state, the event of a failure rate, and the pure transition function. */
export const healthTransitions = {
  limit: LIMIT,
  first: initialTransition(bidderHealthMachine)[0].value as HealthState,
  event: healthEvent,
  next(state: HealthState, type: HealthEvent): HealthState {
    return transition(bidderHealthMachine, bidderHealthMachine.resolveState({ value: state }), { type })[0].value as HealthState;
  },
} as const;

export type HealthTransitions = typeof healthTransitions;
