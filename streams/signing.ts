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

/** A call to send. */
export interface SignedCall {
  readonly running: { readonly task: BidderTask };
  /** `open`: awaited. */
  readonly state: string;
  /** Set when it is sent. */
  isSent: boolean;
}

const UNSENT: Exchanged = { kind: 'failed', failure: 'other', message: 'not signed in time' };

/** Sends a call, signed if enabled. Like `Transport.send`, but the start may be delayed; a call that is no longer awaited then is not sent. */
export function sendCall(
  outgoing: Outgoing,
  call: SignedCall,
  auction: Auction,
  services: Services,
  done: (exchanged: Exchanged) => void,
): Cancel {
  const { adsCert } = services;
  if (adsCert !== undefined && isWanted(auction, call.running.task))
    return sendSigned({ outgoing, call, auction, services, done }, adsCert);
  return sendNow(outgoing, call, services, done);
}

interface Sending {
  readonly outgoing: Outgoing;
  readonly call: SignedCall;
  readonly auction: Auction;
  readonly services: Services;
  readonly done: (exchanged: Exchanged) => void;
}

function sendNow(outgoing: Outgoing, call: SignedCall, services: Services, done: Sending['done']): Cancel {
  call.isSent = true;
  return services.transport.send(outgoing, done);
}

function sendSigned(sending: Sending, adsCert: CallSigner): Cancel {
  const { outgoing, call, services, done } = sending;
  const begun = services.clock.micros();
  const signed = adsCert.sign(outgoing.uri, outgoing.body ?? '');
  if (!(signed instanceof Promise)) {
    record(signed, sending, begun);
    return sendNow(outgoing, call, services, done);
  }
  let isAbandoned = false;
  let cancel: Cancel = () => {
    isAbandoned = true;
  };
  void signed.then((later) => {
    if (isAbandoned) return;
    if (call.state !== 'open') {
      done(UNSENT);
      return;
    }
    record(later, sending, begun);
    cancel = sendNow(outgoing, call, services, done);
  });
  return (isLate) => cancel(isLate);
}

/** Adds the header to the call, reports the error to the caller. */
function record({ header, error }: Signed, { outgoing, call, auction, services }: Sending, begun: number): void {
  const { metrics, clock } = services;
  const seconds = (clock.micros() - begun) / 1_000_000;
  metrics.histogram('ads_cert_sign_time', 'Duration of signing a call, seconds.', BUCKETS.signSeconds).observe(seconds);
  const labels = { success: error === undefined ? 'ok' : 'failed' };
  metrics.counter('ads_cert_requests', 'Calls to be signed.', labels).add();
  if (header !== undefined) outgoing.headers[HEADER] = header;
  if (error !== undefined) {
    auction.diagnostics.warn(call.running.task.bidder, WARN.none, `AdsCert signer is enabled but cannot sign the request: ${error}`);
  }
}
