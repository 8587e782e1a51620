import { describe, expect, it } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import { applyCustomTargeting, keyLimit, usableRules } from '#src/auction/respond/custom-targeting.ts';
import { requestValue, responseValue, stringAt } from '#src/auction/respond/custom-values.ts';
import type { AdServerTargeting } from '#src/openrtb/ext.ts';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import { anAuction, incoming, validRequest } from '#test/helpers/auction.ts';
import { targetingSettings } from '#test/helpers/bids.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { testServices } from '#test/helpers/services.ts';

const response: BidResponse = {
  id: 'request',
  cur: 'USD',
  seatbid: [
    { seat: 'alpha', bid: [{ id: 'b', impid: 'imp-1', price: 1.01, ext: { srv: { targeting: { hb_pb: '1.00' } } } }], ext: { s: 'seat' } },
  ],
};

function applied(rules: AdServerTargeting[], over: Partial<Auction> = {}, given: BidResponse = response, variant: 'go' | 'java' = 'go') {
  const request = { ...validRequest(['alpha'], 2), ext: { srv: { adservertargeting: rules } } };
  const auction = anAuction(testServices(), request, over);
  const made = applyCustomTargeting(auction, given, dialects[variant].response.customTargeting);
  return {
    made,
    keys: made.seatbid?.[0]?.bid[0]?.ext?.srv?.targeting,
    warnings: auction.diagnostics.warnings.get('general')?.map(({ message }) => message),
  };
}

describe('ad-server targeting of the request', () => {
  it('has the seat in keys as it is, whatever characters it has', () => {
    const seatbid = (response.seatbid ?? []).map((seat) => ({ ...seat, seat: '$&' }));
    const { keys } = applied(
      [{ key: '{{BIDDER}}_price', source: 'bidresponse', value: 'seatbid.bid.price' }],
      {},
      { ...response, seatbid },
    );
    expect(keys).toEqual({ hb_pb: '1.00', '$&_price': '1.01' });
  });

  it('comes from literals, the request, its imps, the bid, its seat and the response', () => {
    const { keys, warnings } = applied([
      { key: 'static', source: 'Static', value: 'text' },
      { key: 'page', source: 'bidrequest', value: 'site.page' },
      { key: 'imp', source: 'bidrequest', value: 'imp.id' },
      { key: '{{BIDDER}}_price', source: 'bidresponse', value: 'seatbid.bid.price' },
      { key: 'seat', source: 'bidresponse', value: 'seatbid.ext.s' },
      { key: 'cur', source: 'bidresponse', value: 'cur' },
      { key: 'nbr', source: 'bidresponse', value: 'nbr' },
    ]);
    expect(keys).toEqual({
      hb_pb: '1.00',
      static: 'text',
      page: 'https://publisher.example/page',
      imp: 'imp-1',
      alpha_price: '1.01',
      seat: 'seat',
      cur: 'USD',
      nbr: '',
    });
    expect(warnings).toBeUndefined();
  });

  it('reads AMP data from the query, then from the request', () => {
    const amp = { ext: { srv: { amp: { data: { w: '300' } } } } };
    expect(requestValue('ext.srv.amp.data.h', amp as object, { h: '250' }, dialects.go.response.customTargeting)).toEqual({
      value: { single: '250' },
    });
    expect(requestValue('ext.srv.amp.data.w', amp as object, {}, dialects.go.response.customTargeting)).toEqual({
      value: { single: '300' },
    });
    expect(requestValue('ext.srv.amp.data.x', amp as object, {}, dialects.go.response.customTargeting)).toEqual({
      error: 'value not found for path: ext.srv.amp.data.x',
    });
    const query = { auction: { incoming: incoming({ query: { slot: 's' } }) } };
    expect(applied([{ key: 'slot', source: 'bidrequest', value: 'ext.srv.amp.data.slot' }], query.auction).keys?.['slot']).toBe('s');
  });

  it('is found under either extension key', () => {
    const request = { imp: [{ id: 'i', ext: { srv: { adunitcode: 'unit' } } }], ext: { srv: { integration: 'sdk' } } };
    expect([
      requestValue('ext.prebid.integration', request, {}, dialects.go.response.customTargeting),
      requestValue('ext.prebid.amp.data.slot', request, { slot: 's' }, dialects.go.response.customTargeting),
    ]).toEqual([{ value: { single: 'sdk' } }, { value: { single: 's' } }]);
    expect(requestValue('imp.ext.prebid.adunitcode', request, {}, dialects.go.response.customTargeting)).toEqual({
      value: { byImp: { i: 'unit' } },
    });
    expect(
      responseValue(
        'seatbid.bid.ext.prebid.targeting.hb_pb',
        response.seatbid?.[0]?.bid[0] as never,
        {},
        {},
        dialects.go.response.customTargeting,
      ),
    ).toEqual({
      value: '1.00',
    });
    const absent = 'ext.prebid.nothing';
    expect(requestValue(absent, request, {}, dialects.go.response.customTargeting)).toEqual({
      error: `value not found for path: ${absent}`,
    });
    expect(stringAt({ ext: { prebidlike: 'x' } }, 'ext.prebidlike', dialects.go.response.customTargeting)).toEqual({ value: 'x' });
  });

  it('is added by the Java variant to bids with targeting, any value except blanks, without reporting errors', () => {
    const rules: AdServerTargeting[] = [
      { key: 'flag', source: 'bidrequest', value: 'site.ext.flag' },
      { key: 'blank', source: 'bidrequest', value: 'site.ext.blank' },
      { key: 'id', source: 'bidresponse', value: 'seatbid.bid.id' },
      { key: 'response', source: 'bidresponse', value: 'id' },
      { key: 'none' },
    ];
    const request = { ...validRequest(), site: { ext: { flag: true, blank: ' ' } }, ext: { srv: { adservertargeting: rules } } };
    const auction = anAuction(testServices(), request as never);
    const reported = { id: 'b', impid: 'imp-1', price: 1, ext: { srv: { targeting: { hb_pb: '1.00' } } } };
    const unreported = { id: 'c', impid: 'imp-1', price: 1, ext: { srv: {} } };
    const made = applyCustomTargeting(
      auction,
      { id: 'r', seatbid: [{ seat: 'alpha', bid: [reported, unreported] }] },
      dialects.java.response.customTargeting,
    );
    expect(made.seatbid?.[0]?.bid.map(({ ext }) => ext?.srv?.targeting)).toEqual([{ hb_pb: '1.00', flag: 'true', id: 'b' }, undefined]);
    expect(auction.diagnostics.warnings.size).toBe(0);
  });

  it('takes AMP data from the query only in the Go variant: in the Java variant an AMP request has it', () => {
    const rules: AdServerTargeting[] = [{ key: 'slot', source: 'bidrequest', value: 'ext.srv.amp.data.slot' }];
    const over = { incoming: incoming({ query: { slot: 's' } }) };
    expect(applied(rules, over).keys).toEqual({ hb_pb: '1.00', slot: 's' });
    expect(applied(rules, over, response, 'java').keys).toEqual({ hb_pb: '1.00' });
  });

  it('truncates keys like all others', () => {
    const long = [{ key: 'a'.repeat(30), source: 'static', value: 'v' }];
    expect(Object.keys(applied(long).keys ?? {})).toContain('a'.repeat(20));
    expect(Object.keys(applied(long, { targeting: targetingSettings({ maxKeyLength: 5 }) }).keys ?? {})).toContain('aaaaa');
    expect([keyLimit(undefined), keyLimit(-1), keyLimit(7)]).toEqual([20, 20, 7]);
  });

  it('warns about empty rules and missing values', () => {
    const { keys, warnings } = applied([
      { source: 'static', value: 'x' },
      { key: 'k', source: 'static' },
      { key: 'k', source: 'elsewhere', value: 'x' },
      { key: 'k', source: 7 as never, value: 'x' },
      { key: 'kept', source: 'static', value: 'first' },
      { key: 'kept', source: 'bidrequest', value: 'imp.video' },
      { key: 'k', source: 'bidrequest', value: 'imp.banner.format' },
      { key: 'k', source: 'bidresponse', value: 'seatbid.bid.nurl' },
      { key: 'k', source: 'bidresponse', value: 'ext.debug' },
      { key: 'k', source: 'bidresponse', value: 'other' },
    ]);
    expect(keys).toEqual({ hb_pb: '1.00', kept: 'first' });
    expect(warnings).toEqual([
      'Key is empty for the ad server targeting object at index 0',
      'Value is empty for the ad server targeting object at index 1',
      'Incorrect source for the ad server targeting object at index 2',
      'Incorrect source for the ad server targeting object at index 3',
      'value not found for path: imp.video',
      'incorrect value type for path: imp.banner.format, value can only be string or number',
      'value not found for path: seatbid.bid.nurl for bidder: alpha, bid id: b',
      'value not found for path: ext.debug for bidder: alpha, bid id: b',
      'key not found for field in bid response: other for bidder: alpha, bid id: b',
    ]);
    const errors = ['Key is empty', 'Value is empty', 'Incorrect source'];
    expect(usableRules([null as never]).errors).toEqual(errors.map((error) => `${error} for the ad server targeting object at index 0`));
  });

  it('changes nothing without rules, values or bids, and never its input', () => {
    const rule = { key: 'k', source: 'bidresponse', value: 'seatbid.bid.nurl' };
    expect(applied([]).made).toBe(response);
    expect(applied([rule], {}, { id: 'x' }).made).toEqual({ id: 'x' });
    expect(applied([rule]).made.seatbid?.[0]?.bid[0]).toBe(response.seatbid?.[0]?.bid[0]);
    expect(applied('nonsense' as never).made).toBe(response);
    const own = applied([], { adServerTargeting: [{ key: 'k', source: 'static', value: 'v' }] });
    expect([own.keys?.['k'], response.seatbid?.[0]?.bid[0]?.ext?.srv?.targeting]).toEqual(['v', { hb_pb: '1.00' }]);
    const bare: BidResponse = { id: 'x', seatbid: [{ bid: [{ id: 'b', impid: 'imp-9', price: 1 }] }] };
    expect(
      applied(
        [
          { key: 'i', source: 'bidrequest', value: 'imp.id' },
          { key: '{{BIDDER}}k', source: 'static', value: 'v' },
        ],
        {},
        bare,
      ).keys,
    ).toEqual({ k: 'v' });
  });

  it('reads own properties only', () => {
    expect(stringAt({ a: { b: 1 } }, 'a.b', dialects.go.response.customTargeting)).toEqual({ value: '1' });
    for (const path of ['toString', 'a.b.c', 'list.0', 'none'])
      expect(stringAt({ a: { b: 1 }, list: ['x'], none: null }, path, dialects.go.response.customTargeting)).toEqual({
        error: `value not found for path: ${path}`,
      });
    expect(
      responseValue('bidid', { id: 'b', impid: 'i', price: 1 }, undefined, { bidid: 'own' }, dialects.go.response.customTargeting),
    ).toEqual({ value: 'own' });
  });
});
