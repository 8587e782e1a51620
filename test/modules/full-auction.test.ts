import { describe, expect, test } from 'vitest';
import { HOOK_STAGES, type HookStage } from '#src/config/hook-stages.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { Hook, HookContext } from '#src/modules/hook.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest, BidResponse, SeatBid } from '#src/openrtb/ortb.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type Ended, type FakeStages, later, MODULE, type ModuleHost, moduleServices, runFullAuction } from '#test/helpers/modules.ts';
import type { TestServices } from '#test/helpers/services.ts';

const one = (stage: HookStage, hook: unknown, timeout = 50): FakeStages => ({ [stage]: [{ timeout, hooks: { hook: hook as Hook } }] });

const run = (stages: FakeStages, host: ModuleHost = {}, request: BidRequest | string = validRequest()): Promise<Ended> =>
  runFullAuction(moduleServices(stages, host), request);

const requestWith = (srv: object, over: Partial<BidRequest> = {}): BidRequest => ({
  ...validRequest(),
  ...over,
  ext: { srv: { targeting: {}, ...srv } },
});

const extOf = ({ body }: Ended): { readonly warnings?: Ext; readonly srv?: Ext; readonly seatnonbid?: unknown } =>
  (body['ext'] ?? {}) as Ext;
const bidsOf = ({ body }: Ended): Ext[] => ((body['seatbid'] ?? []) as SeatBid[]).flatMap(({ bid }) => bid as unknown as Ext[]);

const reject = (): object => ({ reject: true, nbr: 17 });

describe('hooks of the request', () => {
  test('may change headers, query and body before any parsing', async () => {
    const ended = await run(
      one('entrypoint', (http: { headers: Ext; query: Ext; body: string }) => {
        http.headers['User-Agent'] = 'changed';
        http.body = http.body.replace('"request"', '"other"');
      }),
    );
    expect(ended.body['id']).toBe('other');
    expect(ended.auction.incoming.headers['user-agent']).toBe('changed');
  });

  test('may replace the cookie, whose ids then count', async () => {
    const uids = Buffer.from(JSON.stringify({ tempUIDs: { alpha: { uid: 'u', expires: '2100-01-01T00:00:00Z' } } })).toString('base64');
    const { auction } = await run(
      one('entrypoint', ({ headers }: { headers: Ext }) => {
        headers['cookie'] = `uids=${uids}`;
      }),
    );
    expect(auction.tasks[0]?.request.user?.buyeruid).toBe('u');
  });

  test('see the body before stored data is merged; its stored data is looked up again', async () => {
    const stored = {
      find: (_: string, ids: readonly string[]) => ({ documents: new Map(ids.map((id) => [id, '{"tmax":333}'])), errors: [] }),
      category: () => undefined,
    };
    const hook = (body: Ext): void => {
      body['ext'] = { srv: { storedrequest: { id: 'x' } } };
    };
    const { auction } = await run(one('raw_auction_request', hook), { over: { stored } }, { ...validRequest(), tmax: undefined });
    expect(auction.request.tmax).toBe(333);
  });

  test('see and change the final request', async () => {
    const { auction } = await run(
      one('processed_auction_request', (request: BidRequest) => {
        request.badv = ['bad.example'];
        request.ext = { ...request.ext, srv: { ...request.ext?.srv, aliases: { other: 'alpha', none: 'nobody' } } };
        for (const imp of request.imp) if (imp.ext?.srv) imp.ext.srv.bidder = { other: { a: 1 } };
      }),
    );
    expect(auction.tasks.map(({ bidder, core, request }) => [bidder, core, request.badv])).toEqual([['other', 'alpha', ['bad.example']]]);
  });

  test('may not leave an invalid request', async () => {
    const { auction, body } = await run(
      one('processed_auction_request', (request: Ext) => {
        request['imp'] = 'none';
      }),
      {},
      requestWith({ debug: true }),
    );
    expect(auction.request.imp).toHaveLength(1);
    expect((((body['ext'] as Ext)['srv'] as Ext)['modules'] as Ext)['warnings']).toMatchObject({
      [MODULE]: { hook: [expect.stringContaining('failed to apply hook mutation: ')] },
    });
  });

  test('see less of the user if the account restricts it, and still change the real request', async () => {
    const settings: HostConfigInput = {
      account_defaults: { privacy: { allowactivities: { transmitUfpd: { default: false } } } },
    };
    let seen: unknown;
    const request = { ...validRequest(), user: { id: 'me', yob: 1970 } };
    const hook = (draft: BidRequest): void => {
      seen = { ...draft.user };
      draft.bcat = ['IAB1'];
    };
    const { auction } = await run(one('processed_auction_request', hook), { settings }, request);
    expect(seen).not.toHaveProperty('yob');
    expect(auction.request.user).toMatchObject({ id: 'me', yob: 1970 });
    expect(auction.request.bcat).toEqual(['IAB1']);
  });

  test.each(['go', 'java'] as const)('cannot return to a bidder what privacy removed (%s)', async (variant) => {
    const settings: HostConfigInput = {
      variant,
      account_defaults: { privacy: { allowactivities: { transmitUfpd: { default: false }, transmitEids: { default: false } } } },
    };
    const eids = [{ source: 'id.example', uids: [{ id: 'secret' }] }];
    const hook = (draft: BidRequest): void => {
      draft.user = { id: 'secret', buyeruid: 'secret', yob: 1970, eids };
      draft.device = { ...draft.device, ifa: 'secret' };
      draft.bcat = ['IAB1'];
    };
    const { auction } = await run(one('bidder_request', hook), { settings });
    expect(auction.tasks[0]?.request.bcat).toEqual(['IAB1']);
    expect(JSON.stringify(auction.tasks[0]?.request)).not.toContain('secret');
  });

  test.each(['entrypoint', 'raw_auction_request', 'processed_auction_request'] as const)(
    'that reject at %s get a response without bids',
    async (stage) => {
      const { auction, body } = await run(one(stage, reject), {}, requestWith({ trace: 'basic' }));
      expect(auction.clientResponse?.status).toBe(200);
      expect(auction.clientResponse?.headers['Content-Type']).toBe('application/json');
      expect(body).toMatchObject({ id: 'request', nbr: 17, ext: { srv: { modules: { trace: { stages: [{ stage }] } } } } });
      expect(body).not.toHaveProperty('seatbid');
      expect(auction.tasks).toEqual([]);
    },
  );

  test('that reject get a response in the Java variant’s format', async () => {
    const { body } = await run(one('raw_auction_request', reject), { settings: { variant: 'java' } }, requestWith({ trace: 'basic' }));
    expect(body).toMatchObject({ seatbid: [], ext: { srv: { modules: { trace: { stages: [{ stage: 'raw-auction-request' }] } } } } });
    expect(body).not.toHaveProperty('nbr');
  });

  test('that reject an unparsable body get a response all the same', async () => {
    const { body } = await run(one('entrypoint', reject), {}, '{');
    expect(body).toEqual({ id: '', nbr: 17 });
  });

  test('that reject an AMP request on entry get a response, whatever other errors it has', async () => {
    const http = { method: 'GET', path: '/openrtb2/amp', query: { tag_id: 'nowhere' } };
    const { auction, body } = await runFullAuction(moduleServices(one('entrypoint', reject)), '', { endpoint: 'amp', http });
    expect(auction.clientResponse?.status).toBe(200);
    expect(body).toEqual({ targeting: {}, ortb2: { ext: {} } });
  });

  test('that reject let the last hooks run', async () => {
    const stages = {
      ...one('raw_auction_request', reject),
      ...one('auction_response', async (response: BidResponse) => {
        response.customdata = 'late';
      }),
      ...one('exitpoint', async ({ headers }: { headers: Ext }) => {
        headers['X-Late'] = '1';
      }),
    };
    const { auction, body } = await run(stages);
    expect(body).toEqual({ id: 'request', nbr: 17, customdata: 'late' });
    expect(auction.clientResponse?.headers['X-Late']).toBe('1');
  });

  test('use the caller’s extension key only in HTTP bodies', async () => {
    let seen: unknown;
    const { body } = await run(
      one('processed_auction_request', (request: BidRequest) => {
        seen = Object.keys(request.ext ?? {});
        return { reject: true };
      }),
      {},
      JSON.stringify(requestWith({ trace: 'basic' })).replaceAll('"srv"', '"prebid"'),
    );
    expect(seen).toEqual(['srv']);
    expect(body['ext']).toHaveProperty('prebid.modules.trace');
  });
});

describe('hooks of single bidders', () => {
  const two: ModuleHost = { bidders: ['alpha', 'beta'] };
  const both = validRequest(['alpha', 'beta']);
  const only =
    (bidder: string, hook: () => unknown) =>
    (_: unknown, context: HookContext): unknown =>
      context.bidder === bidder ? hook() : undefined;

  test('change one bidder’s request only', async () => {
    const hook = (request: BidRequest, { bidder, info }: HookContext): void => {
      if (bidder === 'alpha' && info?.enabled && request.imp[0]) request.imp[0].tagid = 'tag';
    };
    const { auction } = await run(one('bidder_request', hook), two, both);
    expect(auction.tasks.map(({ bidder, request }) => [bidder, request.imp[0]?.tagid])).toEqual([
      ['alpha', 'tag'],
      ['beta', undefined],
    ]);
    expect(auction.request.imp[0]?.tagid).toBeUndefined();
  });

  test('may wait, concurrently for all bidders', async () => {
    let services: TestServices | undefined;
    const hook = (request: BidRequest): Promise<void> =>
      later(services as TestServices, 20, () => {
        request.at = 2;
      });
    services = moduleServices(one('bidder_request', hook), two);
    const { auction, ms } = await runFullAuction(services, both);
    expect(auction.tasks.map(({ request }) => request.at)).toEqual([2, 2]);
    expect(ms).toBeLessThan(45);
  });

  test('that reject prevent the call of the bidder', async () => {
    const ended = await run(one('bidder_request', only('alpha', reject)), two, {
      ...both,
      ext: { srv: { targeting: {}, returnallbidstatus: true } },
    });
    const message = `Module ${MODULE} (hook: hook) rejected request with code 17 at bidder_request stage`;
    expect(extOf(ended).warnings).toEqual({ alpha: [{ code: 11, message }] });
    expect(extOf(ended).seatnonbid).toEqual([{ seat: 'alpha', nonbid: [{ impid: 'imp-1', statuscode: 200 }] }]);
    expect(bidsOf(ended).map(({ id }) => id)).toEqual(['beta-bid']);
    expect(Object.keys((ended.body['ext'] as Ext)['responsetimemillis'] as Ext).sort()).toEqual(['alpha', 'beta']);
  });

  test('that reject an alias of the request leave its adapter’s name', async () => {
    const request = requestWith({ aliases: { invented: 'alpha' } }, validRequest(['invented']));
    const { auction } = await run(one('bidder_request', reject), two, request);
    expect(auction.outcomes).toEqual([{ bidder: 'invented', core: 'alpha', kind: 'rejected', ms: 0, calls: [] }]);
  });

  test('that reject every bidder end in a response without bids', async () => {
    const { body } = await run(one('bidder_request', reject), two, both);
    expect(body).not.toHaveProperty('nbr');
    expect(body).not.toHaveProperty('seatbid');
  });

  test('that remove imps leave their reason', async () => {
    const hook = (draft: BidRequest, { bidder }: HookContext): unknown => {
      if (bidder === 'alpha') draft.imp = draft.imp.slice(1);
      return bidder === 'beta' ? { rejections: { beta: [{ impId: 'imp-2', reason: 300 }] } } : undefined;
    };
    const { auction } = await run(one('bidder_request', hook), two, validRequest(['alpha', 'beta'], 2));
    expect(auction.tasks.map(({ impIds }) => impIds)).toEqual([['imp-2'], ['imp-1', 'imp-2']]);
    expect(auction.nonBids).toContainEqual({ seat: 'alpha', impId: 'imp-1', code: 203 });
  });

  test("change a bidder's response", async () => {
    const hook = ({ responses }: { responses: { bids: { bid: { price: number } }[] }[] }): void => {
      for (const { bid } of responses.flatMap(({ bids }) => bids)) bid.price = 3;
    };
    const ended = await run(one('raw_bidder_response', hook));
    expect(bidsOf(ended).map(({ price }) => price)).toEqual([3]);
  });

  test("may drop a bidder's response", async () => {
    const ended = await run(one('raw_bidder_response', only('alpha', reject)), two, {
      ...both,
      ext: { srv: { targeting: {}, returnallbidstatus: true } },
    });
    expect(bidsOf(ended).map(({ id }) => id)).toEqual(['beta-bid']);
    expect(extOf(ended).seatnonbid).toEqual([{ seat: 'alpha', nonbid: [{ impid: 'imp-1', statuscode: 300 }] }]);
    expect(ended.auction.outcomes.map(({ bidder, kind }) => [bidder, kind]).sort()).toEqual([
      ['alpha', 'rejected'],
      ['beta', 'bids'],
    ]);
  });

  test.each(['go', 'java'] as const)('take their time from the time that bidders have (%s)', async (variant) => {
    let services: TestServices | undefined;
    const hook = (): unknown => services && later(services, 30, () => undefined);
    const tmax_adjustments = { enabled: true, bidder_response_duration_min_ms: 1, bidder_network_latency_buffer_ms: 10 };
    const settings: HostConfigInput = { variant, tmax_adjustments };
    services = moduleServices(one('bidder_request', hook), { settings });
    const { auction } = await runFullAuction(services, { ...validRequest(), tmax: 500 });
    const left = variant === 'go' ? 500 - 10 : 500 - services.config.auction.tmax_upstream_response_time;
    expect(auction.tasks[0]?.request.tmax).toBe(left - 30);
  });

  test('do not run without a response', async () => {
    let calls = 0;
    await run(
      one('raw_bidder_response', () => {
        calls++;
      }),
      { script: () => ({ response: { status: 204 } }) },
    );
    expect(calls).toBe(0);
  });

  test('that hang past the bidders’ deadline are late, and the bids remain', async () => {
    const request = { ...validRequest(), tmax: 40 };
    const ended = await run(
      one('raw_bidder_response', () => new Promise(() => {}), 5000),
      {},
      request,
    );
    expect(ended.ms).toBeLessThanOrEqual(42);
    expect(bidsOf(ended).map(({ id }) => id)).toEqual(['alpha-bid']);
    expect(ended.auction.hooks?.outcomes[0]?.groups[0]?.results[0]?.status).toBe('timeout');
  });

  test('see accepted bids, bidder by bidder', async () => {
    const hook = ({ bids }: { bids: { bid: { adm?: string } }[] }, { bidder }: HookContext): void => {
      if (bidder === 'alpha') bids.length = 0;
      for (const { bid } of bids) bid.adm = `${bid.adm}<i/>`;
    };
    const ended = await run(one('processed_bidder_response', hook), two, both);
    expect(bidsOf(ended).map(({ id, adm }) => [id, adm])).toEqual([['beta-bid', '<p/><i/>']]);
  });

  test('may move all accepted bids to another seat, which has the currency of the auction', async () => {
    const hook = ({ bids }: { bids: { seat: string }[] }): void => {
      for (const bid of bids) bid.seat = 'other';
    };
    const request = requestWith({ currency: { rates: { USD: { EUR: 0.5 } } } }, { cur: ['EUR'] });
    const { auction, body } = await run(one('processed_bidder_response', hook), {}, request);
    expect([...auction.seats.values()].map(({ seat, currency }) => [seat, currency])).toEqual([['other', 'EUR']]);
    expect(body['cur']).toBe('EUR');
  });

  test('may drop accepted bids', async () => {
    const ended = await run(one('processed_bidder_response', only('alpha', reject)), two, both);
    expect(bidsOf(ended).map(({ id }) => id)).toEqual(['beta-bid']);
    expect(ended.auction.nonBids.map(({ seat, impId, code }) => [seat, impId, code])).toEqual([['alpha', 'imp-1', 300]]);
  });
});

describe('hooks of the response', () => {
  test('see all bids before winners are chosen', async () => {
    const hook = ({ seats }: { seats: { bids: { bid: { price: number } }[] }[] }): void => {
      for (const { bid } of seats.flatMap(({ bids }) => bids)) bid.price = 2.5;
    };
    const ended = await run(one('all_processed_bid_responses', hook));
    expect(bidsOf(ended)[0]).toMatchObject({ price: 2.5, ext: { srv: { targeting: { hb_pb: '2.50' } } } });
  });

  test('cannot create bids of unknown bidders', async () => {
    const hook = ({ seats }: { seats: { bids: { bid: { impid: string } }[] }[] }): void => {
      for (const { bid } of seats.flatMap(({ bids }) => bids)) bid.impid = 'nowhere';
    };
    const ended = await run(one('all_processed_bid_responses', hook));
    expect(bidsOf(ended).map(({ impid }) => impid)).toEqual(['imp-1']);
  });

  test('change the response, and are reported in it', async () => {
    const hook = (response: BidResponse): object => {
      response.customdata = 'x';
      return { warnings: ['w'], tags: { activities: [{ name: 'a', status: 'success' }] } };
    };
    const srv = { trace: 'verbose', debug: true, analytics: { options: { enableclientdetails: true } } };
    const settings = { account_defaults: { analytics: { allow_client_details: true } } };
    const ended = await run(one('auction_response', hook), { settings }, requestWith(srv));
    expect(ended.body['customdata']).toBe('x');
    expect(extOf(ended).srv?.['modules']).toMatchObject({
      warnings: { [MODULE]: { hook: ['w'] } },
      trace: { stages: [{ stage: 'auction_response', outcomes: [{ entity: 'auction_response' }] }] },
    });
    expect(extOf(ended).srv?.['analytics']).toEqual({
      tags: [{ stage: 'auction_response', module: MODULE, analyticstags: { activities: [{ name: 'a', status: 'success' }] } }],
    });
  });

  test('run last on the outgoing response', async () => {
    const hook = (payload: { headers: Ext; body: unknown }): void => {
      payload.headers['X-Extra'] = 'yes';
      payload.body = { ext: { srv: { mine: true } } };
    };
    const { auction, body } = await run(one('exitpoint', hook), {}, JSON.stringify(validRequest()).replaceAll('"srv"', '"prebid"'));
    expect(body).toEqual({ ext: { prebid: { mine: true } } });
    expect(auction.clientResponse?.headers['X-Extra']).toBe('yes');
  });

  test('cannot send headers that break the line', async () => {
    const hook = ({ headers }: { headers: Ext }): void => {
      headers['X-Bad'] = 'a\r\nSet-Cookie: b';
    };
    const { auction } = await run(one('exitpoint', hook));
    expect(auction.clientResponse?.headers).not.toHaveProperty('X-Bad');
  });

  test('do not run on rejections', async () => {
    let calls = 0;
    const hook = (): void => {
      calls++;
    };
    const { auction } = await run(one('exitpoint', hook), {}, '{');
    expect([auction.clientResponse?.status, calls]).toEqual([400, 0]);
  });
});

test('every stage runs, in order', async () => {
  const seen: HookStage[] = [];
  const note = (_: unknown, { stage }: HookContext): void => {
    seen.push(stage);
  };
  const stages = Object.fromEntries(HOOK_STAGES.map((stage) => [stage, [{ hooks: { note } }]])) as unknown as FakeStages;
  await run(stages);
  expect(seen).toEqual([...HOOK_STAGES]);
});
