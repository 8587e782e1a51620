/** Publishes every step of an auction's machine; used only while a subscriber observes it. */
import type { ActorRefLike, InspectionEvent } from 'xstate';
import type { Auction } from '#src/auction/auction.ts';
import { publishTransition } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import { joined } from '#src/lang/flat.ts';
import { memo } from '#src/lang/memo.ts';
import type { StepObserver } from './auction-context.ts';
import { eventName } from './event-name.ts';

/** Publishes steps as kind `transition`: of the compact machine through `steps`, of others through inspection. Publishing never throws. */
export interface AuctionObserver {
  readonly steps: StepObserver;
  readonly inspect: (event: InspectionEvent) => void;
}

/** An observer for `runAuction`; undefined without subscribers. */
export function observeAuction(auction: Auction, services: Services): AuctionObserver | undefined {
  if (!services.bus.hasSubscribers('transition')) return undefined;
  return { steps: observeSteps(auction, services), inspect: inspectMachines(auction, services) };
}

/** Id of the machine, and the source of transitions that every state has. */
const ROOT = 'auction';

/** Ids of states: one string each, which is looked up faster than a new one. */
const idOf = memo((state: string): string => joined(ROOT, '.', state));

function observeSteps(auction: Auction, services: Services): StepObserver {
  let from = 'idle';
  const nowUs = (): number => services.clock.micros() - auction.startedUs;
  return {
    nowUs,
    entered(state, atUs = nowUs()) {
      const source = from === ROOT ? ROOT : idOf(from);
      publishTransition({ auction, from: source, to: idOf(state), on: triggerOf(from, state), atUs }, services);
      from = state;
    },
    disconnected() {
      from = ROOT;
    },
  };
}

/** What causes the step, as `eventName` reports it for the machine in `auction.ts`. */
function triggerOf(from: string, to: string): string {
  if (from === ROOT) return 'disconnected';
  if (from === 'idle') return 'start';
  if (from === 'collectWaits') return to === 'reject' ? 'error: bidderCalls' : 'done: bidderCalls';
  return from.endsWith('Waits') ? 'done: pending' : 'always';
}

function inspectMachines(auction: Auction, services: Services): (event: InspectionEvent) => void {
  /** Start time of each machine's current step: a step is published when it is complete. */
  const begun = new Map<ActorRefLike, number>();
  const nowUs = (): number => services.clock.micros() - auction.startedUs;
  return (event) => {
    if (event.type === '@xstate.action' && !begun.has(event.actorRef)) begun.set(event.actorRef, nowUs());
    if (event.type !== '@xstate.microstep') return;
    const startUs = begun.get(event.actorRef) ?? nowUs();
    begun.delete(event.actorRef);
    for (const { source, target, eventType } of event._transitions) {
      const to = target?.[0];
      if (!to) continue;
      // Timed states have an entry in the timeline; for the others the first action of the step counts.
      const last = auction.timeline.at(-1);
      const atUs = last?.state === to.key ? last.atUs : startUs;
      publishTransition({ auction, from: source.id, to: to.id, on: eventName(eventType, source), atUs }, services);
    }
  };
}
