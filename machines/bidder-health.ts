/**
 * The health of a bidder: who fails too often is throttled, and stays so until it does better for a while. No actor lives
 * for it: the book of bidders (`streams/health.ts`) asks what comes next, and only where something changes.
 */
import { createMachine, initialTransition, transition } from 'xstate';

export type HealthState = 'healthy' | 'throttled' | 'recovering';

/**
 * `sicken`: the share of failed calls passed the limit. `improve`: it fell well below where it had been. `relapse`: it rose
 * again. `recover`: it is below the limit.
 */
export type HealthEvent = 'sicken' | 'improve' | 'relapse' | 'recover';

export const bidderHealthMachine = createMachine({
  types: {} as { events: { type: HealthEvent } },
  id: 'bidderHealth',
  initial: 'healthy',
  states: {
    healthy: { on: { sicken: 'throttled' } },
    throttled: { on: { improve: 'recovering', recover: 'healthy' } },
    recovering: { on: { relapse: 'throttled', recover: 'healthy' } },
  },
});

/** The first state, and what follows from an event in a state: pure. */
export const healthCourse = {
  first: initialTransition(bidderHealthMachine)[0].value as HealthState,
  next(state: HealthState, type: HealthEvent): HealthState {
    return transition(bidderHealthMachine, bidderHealthMachine.resolveState({ value: state }), { type })[0].value as HealthState;
  },
} as const;

export type HealthCourse = typeof healthCourse;
