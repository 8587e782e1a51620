import { join } from 'node:path';
import { expect, test } from 'vitest';
import definition, { throttle } from '#src/modules/greenbids-throttling/module.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { hookContext, moduleEnv } from '#test/helpers/module-env.ts';

const request = (): BidRequest => ({ id: 'r', imp: [{ id: 'L', ext: { srv: { bidder: { kappa: {}, lambda: {} } } } }] });
const FINGERPRINT = '00000000-0000-4000-8000-00000000ffff';

test('a bidder that the model expects not to bid is removed and reported', () => {
  const made = request();
  const result = throttle(made, { L: { kappa: true, lambda: false } }, 0, FINGERPRINT);
  expect(made.imp[0]?.ext?.srv?.bidder).toEqual({ kappa: {} });
  expect(result.rejections).toEqual({ lambda: [{ impId: 'L', reason: 203 }] });
  expect(result.tags?.activities[0]?.results?.[0]?.appliedto).toEqual({ impids: ['L'], bidders: ['lambda'] });
});

test('an exploring auction retains its bidders', () => {
  const made = request();
  expect(throttle(made, { L: { kappa: false, lambda: false } }, 1, FINGERPRINT).rejections).toBeUndefined();
  expect(made).toEqual(request());
});

test.each(['{}', '5', '{"thresholds":[0.5],"tpr":[1]}', 'not JSON'])(
  'a model without a usable prediction removes nothing: %s',
  async (pbuid) => {
    // This engine predicts what the id says.
    const { hooks } = await definition.start({ engine: join(import.meta.dirname, 'engine-of-anything.ts') }, moduleEnv());
    const made = request();
    const context = hookContext({ settings: { pbuid }, requestFor: () => made });
    expect(await hooks.processed_auction_request?.(made as never, context)).toBeUndefined();
    expect(made).toEqual(request());
  },
);

const decided = async (settings: object) => {
  const { hooks } = await definition.start({ engine: join(import.meta.dirname, 'engine-of-anything.ts') }, moduleEnv());
  const made = request();
  const result = await hooks.processed_auction_request?.(made as never, hookContext({ settings: { ...settings }, requestFor: () => made }));
  return { result, bidders: Object.keys(made.imp[0]?.ext?.srv?.bidder ?? {}) };
};

test('rates of the settings may be text', async () => {
  const pbuid = JSON.stringify({ thresholds: [0.5], tpr: [0.9], probabilities: { L: { kappa: 0.6, lambda: 0.4 } } });
  const { bidders } = await decided({ pbuid, 'target-tpr': '0.9', 'exploration-rate': '0' });
  expect(bidders).toEqual(['kappa']);
});

test.each([
  [5, undefined],
  [undefined, { failure: 'Greenbids config is null; cannot proceed.' }],
])('an id of %s', async (pbuid, expected) => {
  expect((await decided({ pbuid, 'exploration-rate': 0 })).result).toEqual(expected);
});
