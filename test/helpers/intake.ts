/** One HTTP body through the whole `validate` state of a host to vary. */
import type { Auction, Incoming } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { Services, StoredData } from '#src/auction/services.ts';
import { validate } from '#src/auction/validate.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';
import type { AccountInput } from '#src/config/account.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { createAccounts } from '#src/stores/accounts.ts';
import { createMemoryStore, type StoredTexts } from '#src/stores/memory.ts';
import type { Store } from '#src/stores/store.ts';
import { createStoredData } from '#src/stores/stored-data.ts';
import type { Ext } from '#src/wire/ext.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import { aBidder, facts, incoming } from './auction.ts';
import { registryOf, testServices } from './services.ts';

/** Bidders of the host: `alpha` and `beta` are fine, `off` is disabled, `white` may only be an alias of the host's own. */
export const BIDDERS: readonly KnownBidder[] = [
  aBidder('alpha'),
  aBidder('beta'),
  aBidder('off', { info: facts({ enabled: false }) }),
  aBidder('white', { info: facts({ whiteLabelOnly: true }) }),
];

export interface Host {
  readonly settings?: HostConfigInput;
  readonly stored?: StoredTexts;
  readonly account?: AccountInput;
  readonly defaultRequest?: Ext;
  readonly http?: Partial<Incoming>;
  /** Stores are asked, not at hand. */
  readonly slow?: boolean;
  /** Faults of params that have a member `bad`. */
  readonly services?: Partial<Services>;
}

const later = (inner: Store): Store => ({ fetch: async (...asked) => inner.fetch(...asked) });

export function hostServices({ settings = {}, stored = {}, account, defaultRequest, slow = false, services = {} }: Host): Services {
  const withDefaults = account ? { ...settings, account_defaults: account } : settings;
  const memory = createMemoryStore(stored);
  const store = slow ? later(memory) : memory;
  const data: StoredData = createStoredData({ stores: () => [store], categories: [], variant: settings.variant ?? 'go' });
  const bidders = {
    ...registryOf(...BIDDERS),
    paramsErrors: (_: string, params: unknown) =>
      typeof params === 'object' && params !== null && 'bad' in params ? ['bad: is bad', 'too: bad'] : [],
  };
  const base = testServices({ settings: withDefaults, bidders, stored: data, ...(defaultRequest ? { defaultRequest } : {}), ...services });
  return { ...base, accounts: createAccounts([store], base.config.account_defaults, base.config.variant), ...services };
}

export interface Outcome {
  readonly auction: Auction;
  readonly request: BidRequest;
  /** Texts of the refusal; undefined: not refused. */
  readonly refused: readonly string[] | undefined;
  /** `general` warnings, then `srv` ones, as texts. */
  readonly warnings: readonly string[];
}

/** A valid request with one banner imp for `alpha`, to vary. */
export const aBody = (over: object = {}): Ext => ({
  id: 'request',
  imp: [{ id: 'imp', banner: { format: [{ w: 300, h: 250 }] }, ext: { srv: { bidder: { alpha: { placement: 1 } } } } }],
  site: { page: 'https://publisher.example/' },
  ...over,
});

/** Runs the state; `body` may be an object, a text, or bytes. */
export async function intake(body: unknown = aBody(), host: Host = {}): Promise<Outcome> {
  const services = hostServices(host);
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const auction = newAuction('auction', incoming({ body: bytes, ...host.http }), services, () => {});
  await validate(auction, services);
  const { warnings } = auction.findings;
  return {
    auction,
    request: auction.request,
    refused: auction.refusal?.messages,
    warnings: [...(warnings.get('general') ?? []), ...(warnings.get('srv') ?? [])].map(({ message }) => message),
  };
}
