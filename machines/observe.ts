/** Publishes every step of an auction's machine; attached only while a subscriber observes it. */
import type { ActorRefLike, InspectionEvent } from 'xstate';
import type { Auction } from '#src/auction/auction.ts';
import { publishTransition } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import { eventName } from './event-name.ts';

/**
 * A listener for `runAuction` that publishes each step as kind `transition`; undefined without subscribers. A listener that throws would
 * end the auction; publishing never throws.
 */
export function observeAuction(auction: Auction, services: Services): ((event: InspectionEvent) => void) | undefined {
  if (!services.bus.hasSubscribers('transition')) return undefined;
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
