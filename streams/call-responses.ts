/** The responses of all calls of an auction as one stream: with an observable per call each of them would take 1 KB more while it waits. */
import { Observable, type SchedulerLike, type Subscription, timer } from 'rxjs';
import type { Auction } from '#src/auction/auction.ts';
import { sharedHeaders } from '#src/auction/collect/exchange.ts';
import type { Services } from '#src/auction/services.ts';
import { type BidderCall, type CallResponse, cancel, type Flight, send } from './bidder-call.ts';

/** ms a late response may drain, to reuse its connection. */
const DRAIN_MS = 1000;

const isInFlight = ({ state }: BidderCall): boolean => state !== 'ended';
const isAwaited = ({ state }: BidderCall): boolean => state === 'open';

/**
 * Sends the calls; emits the response of each call that is still awaited, and ends with the last one. After unsubscribing, late responses
 * drain for a while; a call still awaited then belongs to an aborted auction, and all are cancelled. Never errors.
 */
export function responsesOf(
  calls: readonly BidderCall[],
  auction: Auction,
  services: Services,
  scheduler: SchedulerLike,
): Observable<CallResponse> {
  return new Observable((subscriber) => {
    let left = calls.length;
    let drain: Subscription | undefined;
    const headers = sharedHeaders(auction, services);
    const ended: Flight['ended'] = (bidderCall, exchanged, wasAwaited) => {
      if (wasAwaited) subscriber.next({ bidderCall, exchanged });
      if (--left > 0) return;
      drain?.unsubscribe();
      subscriber.complete();
    };
    const flight = { auction, services, headers, ended };
    // A call that ends at once may end the wait for the others.
    for (const bidderCall of calls) if (!subscriber.closed && isAwaited(bidderCall)) send(bidderCall, flight);
    if (calls.length === 0) subscriber.complete();
    const cancelRest = (): void => {
      for (const bidderCall of calls) if (isInFlight(bidderCall)) cancel(bidderCall, services);
    };
    return () => {
      if (!calls.some(isInFlight)) return;
      if (calls.some(isAwaited)) cancelRest();
      else drain = timer(DRAIN_MS, scheduler).subscribe(cancelRest);
    };
  });
}
