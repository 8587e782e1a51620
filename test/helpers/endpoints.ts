/** The auction endpoints, over a configurable host: real states, a bidder in memory, a counting cache. */
import type { FastifyInstance } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import type { Adapter, TypedBid } from '#src/bidders/bidder.ts';
import type { CachePut } from '#src/cache/contract.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { stages } from '#src/host/app.ts';
import { Admission } from '#src/http/admission.ts';
import { registerAmp } from '#src/http/amp.ts';
import type { AuctionHost } from '#src/http/run-auction.ts';
import { makeServer } from '#src/http/server.ts';
import { registerVideo } from '#src/http/video.ts';
import type { Transport } from '#src/net/transport.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { systemRandom } from '#src/platform/random.ts';
import { createAccounts } from '#src/stores/accounts.ts';
import { createMemoryStore, type StoredDocuments } from '#src/stores/memory.ts';
import { createStoredData } from '#src/stores/stored-data.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { aBidder } from './auction.ts';
import { registryOf, testServices } from './services.ts';

export interface EndpointHost {
  readonly settings?: HostConfigInput;
  readonly stored?: StoredDocuments;
  readonly categories?: Readonly<Record<string, string>>;
  /** Bids of bidder `alpha` on a request; absent: none. */
  readonly bids?: (request: BidRequest) => readonly TypedBid[];
  readonly services?: Partial<Services>;
}

export interface Endpoints {
  readonly app: FastifyInstance;
  readonly puts: CachePut[];
  /** Requests that bidder `alpha` received. */
  readonly sentRequests: BidRequest[];
  get(path: string, headers?: Record<string, string>): Promise<EndpointResponse>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<EndpointResponse>;
}

export interface EndpointResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly json: () => Ext;
}

/** Responds to every call at once. */
const instant: Transport = {
  send(_outgoing, done) {
    queueMicrotask(() => done({ kind: 'response', response: { status: 200, headers: {}, body: '{}' } }));
    return () => {};
  },
  close: async () => {},
};

function adapterOf(bids: EndpointHost['bids'], sentRequests: BidRequest[]): Adapter {
  return {
    makeRequests(request) {
      sentRequests.push(structuredClone(request) as BidRequest);
      const impIds = request.imp.map(({ id }) => id);
      return { calls: [{ method: 'POST', uri: 'http://alpha.example/', headers: {}, body: '{}', impIds }], errors: [] };
    },
    makeBids: (request) => ({ result: { currency: 'USD', bids: [...(bids?.(request as BidRequest) ?? [])] }, errors: [] }),
  };
}

const open: (() => Promise<unknown>)[] = [];

/** Closes everything `endpoints` opened; for `afterEach`. */
export async function closeEndpoints(): Promise<void> {
  await Promise.all(open.splice(0).map((close) => close()));
}

/** @param settings a host without privacy rules of its own, for variation */
export function endpoints({ settings = {}, stored = {}, categories = {}, bids, services: over = {} }: EndpointHost = {}): Endpoints {
  const puts: CachePut[] = [];
  const sentRequests: BidRequest[] = [];
  const store = createMemoryStore(stored, categories);
  const base = testServices({
    settings: { gdpr: { default_value: '0' }, ...settings },
    clock: systemClock as never,
    transport: instant as never,
    bidders: registryOf(aBidder('alpha', { adapter: adapterOf(bids, sentRequests) })),
    stored: createStoredData({ stores: () => [store], categories: [store], dialect: dialects[settings.variant ?? 'go'].stores }),
    bidCache: {
      address: { scheme: 'https', host: 'cache.example', path: '/cache' },
      put(wanted) {
        puts.push(...wanted);
        return { ids: wanted.map(({ key }, i) => key ?? `id-${i}`), errors: [] };
      },
    },
    random: { ...systemRandom, uuid: () => '11111111-1111-4111-8111-111111111111' },
    ...over,
  });
  const services: Services = {
    ...base,
    accounts: createAccounts([store], base.config.account_defaults, base.config.rules.lenientAccounts),
    ...over,
  };
  const admission = new Admission(services.config.admission);
  const host: AuctionHost = { services, stages, admission };
  const app = makeServer({ ...services, log: silentLog });
  registerAmp(app, host);
  registerVideo(app, host);
  open.push(async () => {
    admission.stop();
    await app.close();
  });
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    headers: Record<string, string> = {},
    body?: unknown,
  ): Promise<EndpointResponse> => {
    const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const response = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    return { status: response.statusCode, headers: response.headers, body: response.body, json: () => JSON.parse(response.body) as Ext };
  };
  return {
    app,
    puts,
    sentRequests,
    get: (path, headers) => send('GET', path, headers),
    post: (path, body, headers) => send('POST', path, headers, body),
  };
}
