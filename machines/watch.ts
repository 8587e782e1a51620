/** Lets those who watch see every step of an auction's machine; attached only while there are any. */
import type { InspectionEvent } from 'xstate';
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
  return (event) => {
    if (event.type !== '@xstate.microstep') return;
    const atUs = services.clock.micros() - auction.startedUs;
    for (const { source, target, eventType } of event._transitions) {
      const to = target?.[0];
      if (to) publishTransition({ auction, from: source.id, to: to.id, on: eventName(eventType, source), atUs }, services);
    }
  };
}
