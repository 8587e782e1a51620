/** Cost of the stream of bidder calls per auction: five bidders that respond at once, without sockets and the auction's record. */

import type { Exchanged, Transport } from '#src/net/transport.ts';
import { systemClock } from '#src/platform/clock.ts';
import { bidderCalls } from '#streams/bidder-calls.ts';
import { anAuction, aTask, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';
import { type PartLine, sampleMicros } from '../parts.ts';
import { bidderNames } from '../request.ts';
import { median } from '../stats.ts';

const NO_BID: Exchanged = { kind: 'response', response: { status: 204, headers: {}, body: '' } };

export function measure(): PartLine[] {
  const waiting: ((exchanged: Exchanged) => void)[] = [];
  const transport: Transport = {
    send(_, done) {
      waiting.push(done);
      return () => {};
    },
    close: async () => {},
  };
  const services = testServices({ clock: systemClock, transport: transport as never });
  const names = bidderNames(5);
  const request = validRequest(names);
  const tasks = names.map((name) => aTask(name, request));
  const begin = () => anAuction(services, request, { tasks, deadlineAt: systemClock.now() + 1000 });
  const call = (): void => {
    bidderCalls(begin(), services, false).subscribe();
    for (const done of waiting.splice(0)) done(NO_BID);
  };
  const record = median(sampleMicros(() => void begin()));
  return [{ name: 'bidder calls: five that respond at once', value: sampleMicros(call).map((micros) => micros - record) }];
}
