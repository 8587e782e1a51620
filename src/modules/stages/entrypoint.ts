/** The first stage: the HTTP request as it came in, before anything of it was read. */
import type { Auction, Incoming } from '#src/auction/auction.ts';
import { uidsOf } from '#src/auction/new-auction.ts';
import type { Services } from '#src/auction/services.ts';
import { httpFault } from '../check-payload.ts';
import type { Payloads } from '../hook.ts';
import { openCall } from '../open-call.ts';
import { readTextAsked, refuse } from '../rejected-request.ts';
import { runStage } from '../run-stage.ts';
import type { StageEnd } from '../stage-call.ts';

type Payload = Payloads['entrypoint'];

/**
 * Runs the stage. A rejection is kept in `auction.hooks`, to be answered by `refuseAtEntrypoint` when enough of the request is
 * known for an answer.
 */
export function entrypointHooks(auction: Auction, services: Services): void | Promise<void> {
  if (!services.hooks) return;
  const call = openCall<Payload>(auction, services, 'entrypoint', { fault: httpFault });
  if (!call) return;
  const { method, path, headers, query } = auction.incoming;
  const end = runStage(call, { method, path, headers: { ...headers }, query: { ...query }, body: auction.intake.text });
  if (end instanceof Promise) return end.then((later) => keep(auction, services, later));
  keep(auction, services, end);
}

function keep(auction: Auction, services: Services, { payload, changed, rejection }: StageEnd<Payload>): void {
  if (rejection && auction.hooks) auction.hooks.rejection = rejection;
  if (!changed) return;
  const { cookie } = auction.incoming.headers;
  auction.intake.text = payload.body;
  auction.incoming = withRequest(auction.incoming, payload);
  if (auction.incoming.headers['cookie'] !== cookie) auction.uids = uidsOf(auction.incoming, services.config, auction.startedAt);
}

function withRequest(incoming: Incoming, { headers, query }: Payload): Incoming {
  const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { ...incoming, headers: lowered, query };
}

/** The auction endpoint's answer to a rejection: the body says what id and trace it wants. */
export function refuseAtEntrypoint(auction: Auction): void {
  const rejection = auction.hooks?.rejection;
  if (!rejection) return;
  readTextAsked(auction);
  refuse(auction, rejection);
}

/** The same for endpoints that build their request themselves: to be asked once it stands. */
export function refuseBuiltRequest(auction: Auction): void {
  const rejection = auction.hooks?.rejection;
  if (rejection) refuse(auction, rejection);
}
