/** Boundary `exchange`: the request is passed to the states after validation, one function replaces each bidder call. */
import type { AuctionContext } from '#machines/auction-context.ts';
import { runAuction } from '#machines/run.ts';
import type { Auction, DebugLog, Incoming } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { BidderPrivacy } from '#src/auction/privacy/decision.ts';
import { groupNonBids, listNonBids } from '#src/auction/seat-non-bids.ts';
import type { Services } from '#src/auction/services.ts';
import { decodeBody } from '#src/auction/validate/decode-request.ts';
import { checkExtensions } from '#src/auction/validate/extensions.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { stages } from '#src/host/app.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest, BidResponse } from '#src/openrtb/ortb.ts';
import { firstDifference } from '../compare.ts';
import { bodyDifference } from './body-match.ts';
import type { Case, FunctionMock } from './case.ts';
import { withoutUnreported, wording } from './equality.ts';
import { byCore, type Complaints, FunctionTransport, functionAdapter } from './function-bidders.ts';
import { directoryRegistry } from './known-bidders.ts';
import { CountingCache, makeParts, RECORDED_CACHE } from './parts.ts';

interface HostInfo {
  readonly externalUrl?: string;
  readonly eeaCountries?: string[];
  readonly bidIdGenerator?: { readonly enabled?: boolean; readonly fails?: boolean };
  readonly bidValidations?: Ext;
  readonly floorsEnabled?: boolean;
  readonly ccpaEnforce?: boolean;
  readonly lmtEnforce?: boolean;
  readonly schainNode?: Ext | null;
  readonly server?: { readonly externalURL?: string; readonly gvlID?: number; readonly dataCenter?: string };
}

const OPEN_SEATS = { enabled: true, bidders: {} as Record<string, { enabled: boolean; allowedbiddercodes: string[] }> };

function settingsOf(one: Case, host: HostInfo): HostConfigInput {
  const conditions = one.config ?? {};
  return {
    variant: 'go',
    external_url: host.server?.externalURL ?? host.externalUrl ?? '',
    server_info: host.server ? 'brief' : 'none',
    datacenter: host.server?.dataCenter ?? '',
    external_cache: RECORDED_CACHE,
    gdpr: { enabled: false, default_value: '0', host_vendor_id: host.server?.gvlID ?? 0, eea_countries: host.eeaCountries ?? [] },
    ccpa: { enforce: host.ccpaEnforce === true },
    lmt: { enforce: host.lmtEnforce === true },
    openrtb: { downgrade: 'move' },
    generate_bid_id: host.bidIdGenerator?.enabled === true,
    price_floors: { enabled: host.floorsEnabled === true },
    validations: (host.bidValidations ?? {}) as HostConfigInput['validations'],
    host_schain_node: host.schainNode ?? undefined,
    account_defaults: (conditions['account'] ?? {}) as HostConfigInput['account_defaults'],
  } as HostConfigInput;
}

const category = (name: string): Ext => ({ id: name, name });

/** Default categories of all cases. */
const DEFAULT_CATEGORIES = {
  freewheel: {
    '': {
      'IAB1-1': category('VideoGames'),
      'IAB1-2': category('HomeDecor'),
      'IAB1-3': category('Electronics'),
      'IAB1-4': category('Sports'),
      'IAB1-5': category('Medicine'),
      'IAB1-6': category('Makeup'),
    },
  },
};

/** Category files as stored: `<adserver>` or `<adserver>_<publisher>`. */
function categoriesOf(mapping: unknown): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [adServer, byPublisher] of Object.entries((mapping ?? DEFAULT_CATEGORIES) as Record<string, Record<string, unknown>>)) {
    for (const [publisher, file] of Object.entries(byPublisher))
      files[publisher === '' ? adServer : `${adServer}_${publisher}`] = JSON.stringify(file);
  }
  return files;
}

const aliasesOf = ({ request }: Case): Record<string, string> => (request.body as unknown as BidRequest).ext?.srv?.aliases ?? {};

/** Generated ids, distinct until the bidder of each is known. */
const TOKEN = 'generated-id-';

function makeServices(one: Case, complaints: Complaints): Services {
  const host = (one.config?.['host'] ?? {}) as HostInfo;
  const mocks = (one.mocks?.bidders ?? {}) as Record<string, FunctionMock>;
  const versions = (one.config?.['bidderOpenrtbVersion'] ?? {}) as Record<string, '2.5' | '2.6'>;
  const config = hostSchema.parse(settingsOf(one, host));
  const cores = byCore(mocks, aliasesOf(one));
  let drawn = 0;
  return makeParts({
    config,
    transport: new FunctionTransport(mocks),
    bidCache: new CountingCache(),
    categories: categoriesOf(one.config?.['categoryMapping']),
    bidders: directoryRegistry({
      adapters: Object.fromEntries([...cores].map(([code, functions]) => [code, functionAdapter(functions, complaints)])),
      realParams: false,
      only: [...cores.keys()],
      settings: config,
      change: (code, info) => ({
        ...info,
        enabled: true,
        debugAllowed: true,
        userSync: undefined,
        modifyingVastXmlAllowed: [...(cores.get(code)?.values() ?? [])].some(({ vastModificationAllowed }) => vastModificationAllowed),
        capabilities: {
          site: ['banner', 'video', 'audio', 'native'],
          app: ['banner', 'video', 'audio', 'native'],
          dooh: ['banner', 'video', 'audio', 'native'],
        },
        openrtb: { version: versions[code] ?? '2.6', gppSupported: info.openrtb.gppSupported, multiformatSupported: true },
      }),
    }),
    random: {
      uuid: () => {
        if (host.bidIdGenerator?.fails) throw new Error('Test error generating bid.ext.srv.bidid');
        return `${TOKEN}${drawn++}`;
      },
    },
    // An absent start time is zero.
    clock: { now: () => one.request.startTimeMs ?? 0 },
  });
}

/** The permission check of the profile: every bidder may be called; if enforced, none gets ids or a precise location. */
const limited = (decision: BidderPrivacy): BidderPrivacy => ({
  ...decision,
  mayCall: true,
  mayPassIds: false,
  mayPassEids: false,
  mayPassPreciseGeo: false,
});

function recordedStages(one: Case): AuctionContext['stages'] {
  const enforced = one.config?.['gdprEnforced'] === true;
  return {
    ...stages,
    validate: (auction, services) => prepare(auction, services, one),
    privacy(auction, services) {
      // The AMP endpoint sets its times itself, before this boundary.
      if (auction.endpoint === 'amp') auction.request.tmax = (one.request.body as Ext | undefined)?.['tmax'] as number | undefined;
      const wait = stages.privacy(auction, services);
      if (enforced) for (const [bidder, decision] of auction.privacy) auction.privacy.set(bidder, limited(decision));
      return wait;
    },
    // The functions also replace conversion and adjustments, and may respond for any seat.
    adjust(auction, services) {
      auction.bidAdjustments = undefined;
      const srv = auction.request.ext?.srv;
      if (srv)
        auction.request.ext = {
          ...auction.request.ext,
          srv: { ...srv, bidadjustmentfactors: undefined, alternatebiddercodes: openSeats(auction) },
        };
      return stages.adjust(auction, services);
    },
  };
}

const openSeats = ({ tasks }: Auction): typeof OPEN_SEATS => ({
  enabled: true,
  bidders: Object.fromEntries(tasks.map(({ bidder }) => [bidder, { enabled: true, allowedbiddercodes: ['*'] }])),
});

/** A case's debug log, as the recorded server's own structure. */
interface RecordedLog {
  readonly Enabled: boolean;
  readonly TTL: number;
  readonly Data: { readonly Request: string; readonly Headers: string; readonly Response: string };
}

const debugLogOf = (log: RecordedLog | undefined): DebugLog | undefined =>
  log?.Enabled ? { request: log.Data.Request, headers: log.Data.Headers, response: log.Data.Response, ttlSeconds: log.TTL } : undefined;

/** Records what the endpoint would have before the exchange. */
function prepare(auction: Auction, services: Services, { request, config }: Case): void {
  auction.body = structuredClone(request.body ?? {});
  decodeBody(auction, services);
  checkExtensions(auction, services);
  // The endpoint drops an empty ext; these requests bypass it.
  const { user } = request.body as unknown as BidRequest;
  if (user?.ext && auction.request.user) auction.request.user.ext ??= {};
  auction.accountId = String((config?.['account'] as Ext | undefined)?.['id'] ?? '');
  for (const [alias, core] of Object.entries(auction.request.ext?.srv?.aliases ?? {})) auction.aliases.set(alias, core);
  auction.debugLog = debugLogOf(config?.['debugLog'] as RecordedLog | undefined);
  const ids = request.userIds ?? {};
  auction.uids = {
    get: (key) => ids[key],
    has: (key) => key in ids,
    isLive: () => false,
    hasAnyLive: () => Object.keys(ids).length > 0,
    optedOut: false,
  };
  const [imp] = auction.request.imp;
  const srv = imp?.ext?.srv;
  if (request.impInfoFromFirstImp && imp) {
    auction.imps.set(imp.id, {
      echoVideoAttrs: srv?.options?.echovideoattrs === true,
      passthrough: srv?.passthrough,
      storedImp: structuredClone(imp) as unknown as Ext,
    });
  }
}

const incoming = (path: string): Incoming => ({ method: 'POST', path, query: {}, headers: {}, remoteAddress: '', body: Buffer.alloc(0) });

/** Runs the states; returns the finished auction. */
function carryOut(one: Case, services: Services): Promise<Auction> {
  const entry = one.request.requestType === 'amp' ? 'amp' : 'auction';
  return new Promise((resolve) => {
    const auction = newAuction(entry, incoming(`/openrtb2/${entry}`), services, resolve);
    runAuction(auction, services, recordedStages(one));
  });
}

/** The response with the ids of the profile's generator: by bidder, counted. */
function named({ seats, response }: Auction): BidResponse | undefined {
  let json = JSON.stringify(response ?? null);
  const counts = new Map<string, number>();
  for (const { bids } of seats.values()) {
    for (const { generatedId, bidder } of bids) {
      if (generatedId === undefined) continue;
      const count = (counts.get(bidder) ?? 0) + 1;
      counts.set(bidder, count);
      json = json.replaceAll(new RegExp(`${generatedId}(?!\\d)`, 'g'), `bid-${bidder}-${count}`);
    }
  }
  return (JSON.parse(json) as BidResponse | null) ?? undefined;
}

/** First difference; undefined: the case passes. */
export async function runExchangeCase(one: Case): Promise<string | undefined> {
  const complaints: Complaints = [];
  const auction = await carryOut(one, makeServices(one, complaints));
  const { expect } = one;
  if (expect['error'] !== undefined) {
    const text = auction.rejection?.messages.join(',');
    if (text === undefined) return 'no error where one is wanted';
    return typeof expect['error'] === 'string' ? firstDifference(expect['error'], text, { special: wording }, 'error') : undefined;
  }
  if (auction.rejection) return `refused: ${auction.rejection.messages.join(', ')}`;
  if (complaints.length > 0) return complaints[0];
  const response = named(auction);
  const untimed = untimedBidder(one, response);
  if (untimed !== undefined) return `ext.responsetimemillis: nothing of ${untimed}`;
  const written = (auction.debugLog?.response ?? '') !== '';
  if (expect['debugLogResponseWritten'] !== undefined && expect['debugLogResponseWritten'] !== written)
    return `debugLogResponseWritten: wanted ${String(expect['debugLogResponseWritten'])}, made ${written}`;
  const body = expect['body'] === undefined ? undefined : bodyDifference(one, response);
  return body ?? extDifference(one, auction, recordedCalls(one, response?.ext));
}

/** A bidder of an imp whose response time is not reported. */
function untimedBidder({ request }: Case, response: BidResponse | undefined): string | undefined {
  const times = (response?.ext?.['responsetimemillis'] ?? {}) as Ext;
  const imps = (request.body?.['imp'] ?? []) as BidRequest['imp'];
  return imps.flatMap(({ ext }) => Object.keys(ext?.srv?.bidder ?? {})).find((bidder) => times[bidder] === undefined);
}

/** Non-bids as the exchange returns them, shown or not; the recorded server omits imps without a bid. */
function nonBidDifference(wanted: unknown, { nonBids }: Auction): string | undefined {
  const made = listNonBids(groupNonBids(nonBids.filter(({ code }) => code !== 0)));
  // The shape has no creative id, although a case names one.
  const special: typeof wording = (theirs, ours, path) =>
    path.endsWith('.bid.crid') ? true : withoutUnreported(wording)(theirs, ours, path);
  return firstDifference(wanted ?? [], made, { special, anyOrder: true }, 'seatnonbid');
}

/** `ext` without calls that only the functions made: calls a case does not record are ignored. */
function recordedCalls({ mocks }: Case, ext: Ext | undefined): Ext | undefined {
  const debug = ext?.['debug'] as { httpcalls?: Ext } | undefined;
  if (!debug?.httpcalls) return ext;
  const bidders = (mocks?.bidders ?? {}) as Record<string, FunctionMock>;
  const recorded = Object.entries(debug.httpcalls).filter(([bidder]) => bidders[bidder]?.response?.httpCalls);
  const { httpcalls: _, ...others } = debug;
  return { ...ext, debug: recorded.length > 0 ? { ...others, httpcalls: Object.fromEntries(recorded) } : others };
}

function extDifference({ expect }: Case, auction: Auction, ext: Ext | undefined): string | undefined {
  const wanted = (expect['ext'] ?? {}) as Ext;
  const pick = (value: Ext | undefined, path: string): unknown =>
    path.split('.').reduce<unknown>((found, key) => (found as Ext | undefined)?.[key], value);
  for (const part of (expect['extCompare'] ?? []) as string[]) {
    const isAll = part === 'all';
    if (part === 'srv.seatnonbid') {
      const found = nonBidDifference(pick(wanted, part), auction);
      if (found) return found;
      continue;
    }
    const [theirs, ours] = isAll
      ? [
          { ...wanted, responsetimemillis: undefined },
          { ...ext, responsetimemillis: undefined },
        ]
      : [pick(wanted, part), pick(ext, part)];
    const found = firstDifference(theirs, ours, { special: withoutUnreported(wording) }, `ext.${part}`);
    if (found) return found;
  }
  return undefined;
}
