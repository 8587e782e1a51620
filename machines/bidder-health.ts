/**
 * The health of a bidder: who fails too often is throttled, and stays so until it does better for a while. No actor lives
 * for it: the book of bidders (`streams/health.ts`) asks what comes next, and only where something changes.
 */
import { createMachine, initialTransition, transition } from 'xstate';

export type HealthState = 'healthy' | 'throttled' | 'recovering';

/** Share of failures, weighted to the recent calls, from which a bidder is throttled. */
const LIMIT = 0.2;
/** How far the share must fall below where it was, or rise above it, to count as a change for the better or the worse. */
const TURN = 0.1;

/**
 * `sicken`: the share of failed calls passed the limit. `improve`: it fell well below where it had been. `relapse`: it rose
 * again. `recover`: it is below the limit.
 */
export type HealthEvent = 'sicken' | 'improve' | 'relapse' | 'recover';

const percent = (share: number): string => `${share * 100} %`;
const recover = { target: 'healthy', description: `failures < ${percent(LIMIT)}` } as const;

export const bidderHealthMachine = createMachine({
  types: {} as { events: { type: HealthEvent } },
  id: 'bidderHealth',
  initial: 'healthy',
  states: {
    healthy: { on: { sicken: { target: 'throttled', description: `failures ≥ ${percent(LIMIT)}` } } },
    throttled: { on: { improve: { target: 'recovering', description: `failures ${percent(TURN)} below their peak` }, recover } },
    recovering: { on: { relapse: { target: 'throttled', description: `failures ${percent(TURN)} above their low` }, recover } },
  },
});

/**
 * What the share of failures means in a state; undefined: nothing changes.
 * @param failures 0 to 1
 * @param turn the highest share since the bidder was throttled, or the lowest since it recovers
 */
function healthEvent(state: HealthState, failures: number, turn: number): HealthEvent | undefined {
  if (state === 'healthy') return failures >= LIMIT ? 'sicken' : undefined;
  if (failures < LIMIT) return 'recover';
  if (state === 'throttled') return failures < turn * (1 - TURN) ? 'improve' : undefined;
  return failures > turn * (1 + TURN) ? 'relapse' : undefined;
}

/** The first state, what a share of failures means, and what follows from an event in a state: pure. */
export const healthCourse = {
  limit: LIMIT,
  first: initialTransition(bidderHealthMachine)[0].value as HealthState,
  event: healthEvent,
  next(state: HealthState, type: HealthEvent): HealthState {
    return transition(bidderHealthMachine, bidderHealthMachine.resolveState({ value: state }), { type })[0].value as HealthState;
  },
} as const;

export type HealthCourse = typeof healthCourse;
