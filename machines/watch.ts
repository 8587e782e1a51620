/** Lets those who watch see every step of an auction's machine; attached only while there are any. */
import type { ActorRefLike, InspectionEvent } from 'xstate';
import type { Auction } from '#src/auction/auction.ts';
import { publishTransition } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import { eventName } from './event-name.ts';

/**
 * A listener for `runAuction` that publishes each step as kind `transition`; undefined while nobody watches.
 * A listener that throws would end the auction (stack.md, pitfall 5): publishing never does.
 */
export function watchAuction(auction: Auction, services: Services): ((event: InspectionEvent) => void) | undefined {
  if (!services.bus.watched('transition')) return undefined;
  /** When machines began what they are doing for their step: the step itself is told of when that is done. */
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
      // What is timed has its place in the timeline; of what is not the step's first work tells.
      const last = auction.timeline.at(-1);
      const atUs = last?.state === to.key ? last.atUs : startUs;
      publishTransition({ auction, from: source.id, to: to.id, on: eventName(eventType, source), atUs }, services);
    }
  };
}
