/** A call that is signed on its way out; what goes wrong with that costs the signature, never the call. */
import type { Auction, BidderTask } from '#src/auction/auction.ts';
import { WARN } from '#src/auction/findings.ts';
import type { CallSigner, Services, Signed } from '#src/auction/services.ts';
import { BUCKETS } from '#src/metrics/buckets.ts';
import type { Cancel, Exchanged, Outgoing } from '#src/outside/http.ts';

const HEADER = 'X-Ads-Cert-Auth';

/** Both sides want it: the request, and the bidder's settings (auction-exchange.md 5.1). */
const isWanted = (auction: Auction, task: BidderTask): boolean =>
  task.facts.adsCert && auction.request.ext?.srv?.experiment?.adscert?.enabled === true;

/** Sends a call, signed where that is wanted. As `Transport.send`, but that it may begin a little later. */
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
    keep(signed, sending, begun);
    return services.transport.send(outgoing, done);
  }
  let isGone = false;
  let cancel: Cancel = () => {
    isGone = true;
  };
  void signed.then((later) => {
    // Nobody waits for it any more: it is never made.
    if (isGone || services.clock.now() >= (auction.deadlineAt ?? Number.POSITIVE_INFINITY)) return;
    keep(later, sending, begun);
    cancel = services.transport.send(outgoing, done);
  });
  return () => cancel();
}

/** The header into the call, the fault to the caller. */
function keep({ header, fault }: Signed, { outgoing, auction, task, services }: Sending, begun: number): void {
  const { metrics, clock } = services;
  const seconds = (clock.micros() - begun) / 1_000_000;
  metrics.histogram('ads_cert_sign_time', 'Seconds it took to sign a call.', BUCKETS.signSeconds).observe(seconds);
  const labels = { success: fault === undefined ? 'ok' : 'failed' };
  metrics.counter('ads_cert_requests', 'Calls that were to be signed.', labels).add();
  if (header !== undefined) outgoing.headers[HEADER] = header;
  if (fault !== undefined) {
    auction.findings.warn(task.bidder, WARN.none, `AdsCert signer is enabled but cannot sign the request: ${fault}`);
  }
}
