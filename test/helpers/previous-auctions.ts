/** Complete auctions of a host whose bidders opted in, with their store in memory. */
import type { Auction } from '#src/auction/auction.ts';
import type { PreviousAuctionInfo } from '#src/auction/previous-auctions.ts';
import { recordPreviousAuctions } from '#src/auction/publish/previous-auctions.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { Bid, BidRequest } from '#src/openrtb/ortb.ts';
import { PreviousInMemory } from '#src/stores/previous-auctions/memory.ts';
import { aBidder, hostInfo } from './auction.ts';
import { WoundClock } from './clock.ts';
import { moduleServices, runFullAuction } from './modules.ts';
import { registryOf, type TestServices } from './services.ts';
import { type Scripted, ScriptedTransport } from './transport.ts';

export const noPeers = { singleProcess: true, broadcast() {}, listen: () => () => {} };

export const STORE = { key: 'secret', ttl_seconds: 600, max_infos: 10, max_bytes: 1_000_000 };

/** A bidder's response: bids, or what else happens to the call. */
export type Response = readonly Partial<Bid>[] | Scripted | undefined;

export interface PreviousHost {
  readonly services: TestServices;
  readonly store: PreviousInMemory;
  /** Runs an auction; returns it and the info that each bidder received. */
  run(
    request: BidRequest,
    responses: { readonly [bidder: string]: Response },
  ): Promise<{ auction: Auction; received: { [bidder: string]: readonly PreviousAuctionInfo[] } }>;
}

const isScripted = (response: Response): response is Scripted => response !== undefined && !Array.isArray(response);

const toScripted = (bids: readonly Partial<Bid>[]): Scripted => ({
  response: bids.length === 0 ? { status: 204 } : { body: JSON.stringify({ cur: 'USD', seatbid: [{ bid: bids }] }) },
});

interface SentRequest {
  readonly ext?: { readonly srv?: { readonly previousauctioninfo?: readonly PreviousAuctionInfo[] } };
}

/** @param optedIn bidders with the adapter setting; `account` overrides the settings of all accounts */
export function previousHost(
  bidders: readonly string[],
  optedIn: readonly string[] = bidders,
  account: NonNullable<HostConfigInput['account_defaults']> = { previous_auction_info: { enabled: true } },
  limits: Partial<typeof STORE> = {},
): PreviousHost {
  const clock = new WoundClock();
  const store = new PreviousInMemory({ ...STORE, ...limits }, clock, noPeers);
  let scripted: { readonly [bidder: string]: Response } = {};
  const transport = new ScriptedTransport(clock, ({ bidder }) => {
    const response = scripted[bidder];
    return response === undefined || isScripted(response) ? response : toScripted(response);
  });
  const registry = registryOf(
    ...bidders.map((code) => aBidder(code, { info: hostInfo({ previousAuctionInfo: optedIn.includes(code) || undefined }) })),
  );
  const settings = { account_defaults: { debug_allow: true, ...account }, ccpa: { enforce: true }, price_floors: { enabled: true } };
  const services = moduleServices({}, { settings, over: { clock, transport, bidders: registry, previousAuctions: store } });
  return {
    services,
    store,
    async run(request, responses) {
      scripted = responses;
      const before = transport.sent.length;
      const { auction } = await runFullAuction(services, { ...request, tmax: 500 });
      recordPreviousAuctions(auction, services);
      const sent = transport.sent.slice(before).map(({ bidder, body = '{}' }) => {
        const { ext } = JSON.parse(body) as SentRequest;
        return [bidder, ext?.srv?.previousauctioninfo ?? []] as const;
      });
      return { auction, received: Object.fromEntries(sent) };
    },
  };
}
