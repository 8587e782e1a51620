/** Signs a call before it is sent; an error costs the signature, never the call. */
import type { Auction } from '#src/auction/auction.ts';
import type { BidderTask } from '#src/auction/bidder-task.ts';
import { WARN } from '#src/auction/diagnostics.ts';
import type { CallSigner, Services, Signed } from '#src/auction/services.ts';
import { BUCKETS } from '#src/metrics/buckets.ts';
import type { Cancel, Exchanged, Outgoing } from '#src/net/transport.ts';

const HEADER = 'X-Ads-Cert-Auth';

/** Both the request and the bidder's settings must enable it. */
const isWanted = (auction: Auction, task: BidderTask): boolean =>
  task.info.adsCert && auction.request.ext?.srv?.experiment?.adscert?.enabled === true;

/** Sends a call, signed if enabled. Like `Transport.send`, but the start may be delayed. */
export function sendCall(
  outgoing: Outgoing,
  auction: Auction,
  task: BidderTask,
  services: Services,
  done: (exchanged: Exchanged) => void,
): Cancel {
  const { adsCert, transport } = services;
  if (adsCert === undefined || !isWanted(auction, task)) return transport.send(outgoing, done);
  return sendSigned({ outgoing, auction, task, services, done }, adsCert);
}

interface Sending {
  readonly outgoing: Outgoing;
  readonly auction: Auction;
  readonly task: BidderTask;
  readonly services: Services;
  readonly done: (exchanged: Exchanged) => void;
}

function sendSigned(sending: Sending, adsCert: CallSigner): Cancel {
  const { outgoing, auction, services, done } = sending;
  const begun = services.clock.micros();
  const signed = adsCert.sign(outgoing.uri, outgoing.body ?? '');
  if (!(signed instanceof Promise)) {
    record(signed, sending, begun);
    return services.transport.send(outgoing, done);
  }
  let isAbandoned = false;
  let cancel: Cancel = () => {
    isAbandoned = true;
  };
  void signed.then((later) => {
    // The call is no longer needed: it is never sent.
    if (isAbandoned || services.clock.now() >= (auction.deadlineAt ?? Number.POSITIVE_INFINITY)) return;
    record(later, sending, begun);
    cancel = services.transport.send(outgoing, done);
  });
  return (isLate) => cancel(isLate);
}

/** Adds the header to the call, reports the error to the caller. */
function record({ header, error }: Signed, { outgoing, auction, task, services }: Sending, begun: number): void {
  const { metrics, clock } = services;
  const seconds = (clock.micros() - begun) / 1_000_000;
  metrics.histogram('ads_cert_sign_time', 'Duration of signing a call, seconds.', BUCKETS.signSeconds).observe(seconds);
  const labels = { success: error === undefined ? 'ok' : 'failed' };
  metrics.counter('ads_cert_requests', 'Calls to be signed.', labels).add();
  if (header !== undefined) outgoing.headers[HEADER] = header;
  if (error !== undefined) {
    auction.diagnostics.warn(task.bidder, WARN.none, `AdsCert signer is enabled but cannot sign the request: ${error}`);
  }
}
