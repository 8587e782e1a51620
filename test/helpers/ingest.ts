/** Runs one HTTP body through the complete `validate` state of a configurable host. */
import type { Auction, Incoming } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { StoredData } from '#src/auction/stored-data.ts';
import { validate } from '#src/auction/validate.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';
import type { AccountInput } from '#src/config/account.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { createAccounts } from '#src/stores/accounts.ts';
import { createMemoryStore, type StoredDocuments } from '#src/stores/memory.ts';
import type { Store } from '#src/stores/store.ts';
import { createStoredData } from '#src/stores/stored-data.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { aBidder, hostInfo, incoming } from './auction.ts';
import { registryOf, testServices } from './services.ts';

/** Bidders of the host: `alpha` and `beta` are enabled, `off` is disabled, `white` is callable only under an alias of the host's own. */
export const BIDDERS: readonly KnownBidder[] = [
  aBidder('alpha'),
  aBidder('beta'),
  aBidder('off', { info: hostInfo({ enabled: false }) }),
  aBidder('white', { info: hostInfo({ whiteLabelOnly: true }) }),
];

export interface Host {
  readonly settings?: HostConfigInput;
  readonly stored?: StoredDocuments;
  readonly account?: AccountInput;
  readonly defaultRequest?: Ext;
  readonly http?: Partial<Incoming>;
  /** Stores are asynchronous. */
  readonly slow?: boolean;
  /** Errors of params with a field `bad`. */
  readonly services?: Partial<Services>;
}

const later = (nested: Store): Store => ({ fetch: async (...args) => nested.fetch(...args) });

export function hostServices({ settings = {}, stored = {}, account, defaultRequest, slow = false, services = {} }: Host): Services {
  const withDefaults = account ? { ...settings, account_defaults: account } : settings;
  const memory = createMemoryStore(stored);
  const store = slow ? later(memory) : memory;
  const data: StoredData = createStoredData({ stores: () => [store], categories: [], dialect: dialects[settings.variant ?? 'go'].stores });
  const bidders = {
    ...registryOf(...BIDDERS),
    paramsErrors: (_: string, params: unknown) =>
      typeof params === 'object' && params !== null && 'bad' in params ? ['bad: is bad', 'too: bad'] : [],
  };
  const base = testServices({ settings: withDefaults, bidders, stored: data, ...(defaultRequest ? { defaultRequest } : {}), ...services });
  return {
    ...base,
    accounts: createAccounts([store], base.config.account_defaults, base.config.rules.lenientAccounts),
    ...services,
  };
}

export interface Outcome {
  readonly auction: Auction;
  readonly request: BidRequest;
  /** Messages of the rejection; undefined: not rejected. */
  readonly rejected: readonly string[] | undefined;
  /** `general` warnings, then `srv` ones, as strings. */
  readonly warnings: readonly string[];
}

/** A valid request with one banner imp for `alpha`, for variation. */
export const aBody = (over: object = {}): Ext => ({
  id: 'request',
  imp: [{ id: 'imp', banner: { format: [{ w: 300, h: 250 }] }, ext: { srv: { bidder: { alpha: { placement: 1 } } } } }],
  site: { page: 'https://publisher.example/' },
  ...over,
});

/** Runs the state; `body` may be an object, a string, or bytes. */
export async function ingest(body: unknown = aBody(), host: Host = {}): Promise<Outcome> {
  const services = hostServices(host);
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const auction = newAuction('auction', incoming({ body: bytes, ...host.http }), services, () => {});
  await validate(auction, services);
  const { warnings } = auction.diagnostics;
  return {
    auction,
    request: auction.request,
    rejected: auction.rejection?.messages,
    warnings: [...(warnings.get('general') ?? []), ...(warnings.get('srv') ?? [])].map(({ message }) => message),
  };
}
