import { describe, expect, it } from 'vitest';
import appnexus from '#src/bidders/adapters/appnexus.ts';
import type { RequestInfo, SharedRequest } from '#src/bidders/bidder.ts';
import { badInput, generic } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const adapter = appnexus.build(builder);
const made = (request: SharedRequest, more: Partial<RequestInfo> = {}) => {
  const { calls, errors } = adapter.makeRequests(request, { ...info, ...more });
  return { bodies: calls.map(({ body }) => body as SharedRequest), errors };
};

describe('appnexus', () => {
  it('detects AMP pages itself, and keeps the rest of its ext', () => {
    const reported = { is_amp: 1, hb_source: 9, adpod_id: 'pod', include_brand_category: true };
    const request = { ...requestOf({ id: '1', banner: {}, bidder: { placement_id: 1 } }), ext: { appnexus: reported } };
    const retained = { hb_source: 5, adpod_id: 'pod', include_brand_category: true };
    const sent = [made(request), made(request, { endpoint: 'amp' })].map(({ bodies }) => bodies[0]?.ext?.['appnexus']);
    expect(sent).toEqual([
      { ...retained, is_amp: undefined, brand_category_uniqueness: undefined },
      { ...retained, is_amp: 1, brand_category_uniqueness: undefined },
    ]);
  });

  it('passes private sizes unchanged, whatever they are', () => {
    const sizes = [{ w: '1', h: 2, more: 3 }];
    const { bodies } = made(requestOf({ id: '1', banner: {}, bidder: { placementId: '12', Private_Sizes: sizes } }));
    expect(bodies[0]?.imp[0]?.ext?.['appnexus']).toEqual({ placement_id: 12, use_pmt_rule: undefined, private_sizes: sizes });
  });

  it('uses its reserve as the floor if there is no other, and no floor of zero', () => {
    const imp = (id: string, reserve?: number, bidfloor?: number) => ({ id, banner: {}, bidder: { placementId: 1, reserve }, bidfloor });
    const { bodies } = made(requestOf(imp('1', 3), imp('2', 3, 2), imp('3'), imp('4', -1, -1)));
    expect(bodies[0]?.imp.map(({ bidfloor }) => bidfloor)).toEqual([3, 2, undefined, -1]);
  });

  it('reads placements written as digits', () => {
    const messages = ['0x10', '1e3', ' 7', 'x'].map((placementId, index) => ({ id: String(index), banner: {}, bidder: { placementId } }));
    const { bodies, errors } = made(requestOf(...messages));
    expect(bodies).toEqual([]);
    expect(errors[0]).toEqual(badInput('strconv.ParseInt: parsing "0x10": invalid syntax'));
    expect(errors).toHaveLength(4);
  });

  it('has a message of its own for keywords of another type in the Java variant', () => {
    const java = appnexus.build({ ...builder, dialect: 'java' });
    const imp = (id: string, keywords: unknown) => ({ id, banner: {}, bidder: { placementId: 1, keywords } });
    const { calls, errors } = java.makeRequests(requestOf(imp('1', 7), imp('2', 'k=v'), imp('3', null), imp('4', { k: ['v'] })), info);
    expect(errors).toEqual([badInput("'keywords' field has the wrong type.")]);
    expect(calls.map(({ impIds }) => impIds)).toEqual([['2', '3', '4']]);
  });

  it("adds the host's categories to its own in the Java variant", () => {
    const extraInfo = '{"iab_categories":{"1":"IAB1","200":"IAB2"}}';
    const bids = [1, 2, 200].map((brand_category_id) => ({ id: 'b', impid: '1', price: 1, ext: { appnexus: { brand_category_id } } }));
    const categories = (['go', 'java'] as const).map((dialect) => {
      const { result } = appnexus
        .build({ ...builder, dialect, extraInfo })
        .makeBids(requestOf(), sent, response({ seatbid: [{ bid: bids }] }));
      return result?.bids.map(({ bid }) => bid.cat);
    });
    expect(categories).toEqual([
      [['IAB20-3'], ['IAB18-5'], undefined],
      [['IAB1'], ['IAB18-5'], ['IAB2']],
    ]);
    expect(() => appnexus.build({ ...builder, dialect: 'java', extraInfo: '[]' })).toThrow(
      'invalid extra info: expect { or n, but found [',
    );
  });

  it('is not called if imps disagree, with an error about the first difference', () => {
    const imp = (id: string, member: string, generate_ad_pod_id: boolean) => ({
      id,
      video: {},
      bidder: { placementId: 1, member, generate_ad_pod_id },
    });
    const pods = generic('generate ad pod option should be same for all pods in request');
    expect(made(requestOf(imp('1', 'a', true), imp('2', 'a', false), imp('3', 'b', true)))).toEqual({ bodies: [], errors: [pods] });
    expect(made(requestOf(imp('1', 'a', true), imp('2', 'b', false))).errors).toEqual([
      generic('all request.imp[i].ext.prebid.bidder.appnexus.member params must match. Request contained member IDs a and b'),
    ]);
  });

  it('is not called if an extension of the request is malformed', () => {
    const imps = Array.from({ length: 11 }, (_, index) => ({ id: String(index), banner: {}, bidder: { placementId: 1 } }));
    const rejected = { bodies: [], errors: [generic('expect { or n, but found "')] };
    for (const more of [{ ext: { appnexus: 'text' } }, { ext: 'text' as never }, { source: { ext: 'text' as never } }]) {
      expect(made({ ...requestOf(...imps), ...more })).toEqual(rejected);
    }
    expect(made({ ...requestOf(...imps), ext: { appnexus: { is_amp: 'x' } } }).errors).toEqual([
      generic('cannot unmarshal is_amp: unexpected character: "'),
    ]);
  });
});
