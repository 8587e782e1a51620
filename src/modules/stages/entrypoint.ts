/** The first stage: the HTTP request as received, before any parsing. */
import type { Auction, Incoming } from '#src/auction/auction.ts';
import { uidsOf } from '#src/auction/new-auction.ts';
import type { Services } from '#src/auction/services.ts';
import { setBody } from '#src/auction/validate/body.ts';
import { httpError } from '../check-payload.ts';
import type { Payloads } from '../hook.ts';
import { openCall } from '../open-call.ts';
import { readUnparsed, reject } from '../rejected-request.ts';
import { runStage } from '../run-stage.ts';
import type { StageEnd } from '../stage-call.ts';

type Payload = Payloads['entrypoint'];

/**
 * Runs the stage. A rejection is stored in `auction.hooks`; `rejectAtEntrypoint` builds the response when the necessary parts of the
 * request are known.
 */
export function entrypointHooks(auction: Auction, services: Services): void | Promise<void> {
  if (!services.hooks) return;
  const call = openCall<Payload>(auction, services, 'entrypoint', { error: httpError });
  if (!call) return;
  const { method, path, headers, query } = auction.incoming;
  const end = runStage(call, { method, path, headers: { ...headers }, query: { ...query }, body: auction.input.body });
  if (end instanceof Promise) return end.then((later) => apply(auction, services, later));
  apply(auction, services, end);
}

function apply(auction: Auction, services: Services, { payload, changed, rejection }: StageEnd<Payload>): void {
  if (rejection && auction.hooks) auction.hooks.rejection = rejection;
  if (!changed) return;
  const { cookie } = auction.incoming.headers;
  setBody(auction, payload.body, Buffer.byteLength(payload.body));
  auction.incoming = withRequest(auction.incoming, payload);
  if (auction.incoming.headers['cookie'] !== cookie) auction.uids = uidsOf(auction.incoming, services.config, auction.startedAt);
}

function withRequest(incoming: Incoming, { headers, query }: Payload): Incoming {
  const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { ...incoming, headers: lowered, query };
}

/** The auction endpoint's response to a rejection: id and trace options come from the body. */
export function rejectAtEntrypoint(auction: Auction): void {
  const rejection = auction.hooks?.rejection;
  if (!rejection) return;
  readUnparsed(auction);
  reject(auction, rejection);
}

/** The same for endpoints that build their request themselves: called once it is complete. */
export function rejectBuiltRequest(auction: Auction): void {
  const rejection = auction.hooks?.rejection;
  if (rejection) reject(auction, rejection);
}
