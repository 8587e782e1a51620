/** The key of our extension in what a vendor receives: the caller's own. */
import { expect, test } from 'vitest';
import { scanHook } from '#src/modules/confiant-scan/module.ts';
import type { Hook, Module, ModuleDefinition, Payloads } from '#src/modules/hook.ts';
import liveintent from '#src/modules/liveintent-identity/module.ts';
import scope3 from '#src/modules/scope3-rtd/module.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { hookContext, moduleEnv } from '#test/helpers/module-env.ts';
import { moduleServices, runFullAuction } from '#test/helpers/modules.ts';

const KEYS = ['srv', 'prebid'] as const;
const made = (): BidRequest => ({ id: 'r', imp: [{ id: 'one', ext: { srv: { bidder: { kappa: {} } } } }] });
const sent = (key: (typeof KEYS)[number]): unknown => ({ id: 'r', imp: [{ id: 'one', ext: { [key]: { bidder: { kappa: {} } } } }] });

test.each(KEYS)('a hook learns that the caller writes ext.%s', async (key) => {
  const learned: unknown[] = [];
  const hook: Hook = (_payload, { extKey }) => {
    learned.push(extKey);
    return undefined;
  };
  const services = moduleServices({ processed_auction_request: [{ hooks: { hook } }] });
  await runFullAuction(services, JSON.stringify(validRequest()).replaceAll('"srv"', `"${key}"`));
  expect(learned).toEqual([key]);
});

const LIVEINTENT = {
  'request-timeout-ms': 5,
  'identity-resolution-endpoint': 'https://vendor.test/',
  'auth-token': 't',
  'treatment-rate': 1,
};

test.each(KEYS.flatMap((key) => [[key, 'Scope3', scope3, {}] as const, [key, 'LiveIntent', liveintent, LIVEINTENT] as const]))(
  'ext.%s: %s receives it',
  async (extKey, _vendor, definition: ModuleDefinition, settings: object) => {
    const bodies: unknown[] = [];
    const env = moduleEnv({
      call: async ({ body = '' }) => {
        bodies.push(JSON.parse(body));
        return { kind: 'response', response: { status: 200, headers: {}, body: '{}' } };
      },
    });
    const { hooks } = (await definition.start({ ...settings }, env)) as Module;
    await hooks.processed_auction_request?.(made() as never, hookContext({ extKey, requestFor: made }));
    expect(bodies).toEqual([sent(extKey)]);
  },
);

test.each(KEYS)('ext.%s: the ad quality scan receives it in the request and in all bids', async (extKey) => {
  const data: unknown[] = [];
  const scanner = {
    isReady: true,
    submit: async (text: string) => {
      data.push(JSON.parse(text));
      return undefined;
    },
  };
  const bid = { id: 'b', impid: 'one', price: 1, ext: { srv: { type: 'banner' } } };
  const seats = [{ seat: 'kappa', currency: 'USD', bids: [{ bidder: 'kappa', seat: 'kappa', bid }] }];
  await scanHook(scanner, [])({ seats } as unknown as Payloads['all_processed_bid_responses'], hookContext({ extKey, requestFor: made }));
  const bidresponse = { id: 'r', seatbid: [{ bid: [{ ...bid, ext: { [extKey]: { type: 'banner' } } }] }] };
  expect(data).toEqual([{ breq: sent(extKey), bresps: [{ bidresponse, dsp_id: 'kappa' }] }]);
});
