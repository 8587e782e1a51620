import { describe, expect, test } from 'vitest';
import { mergeBidderParams, mergeBidderParamsDeep, sharedParams } from '#src/auction/validate/bidder-params.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';

const request = (bidderparams: unknown, ...exts: unknown[]): BidRequest =>
  ({ id: 'r', ext: { srv: { bidderparams } }, imp: exts.map((ext, i) => ({ id: String(i), ext })) }) as unknown as BidRequest;
const exts = ({ imp }: BidRequest): unknown[] => imp.map(({ ext }) => ext);

describe('shared params', () => {
  test('fill missing params of imps, in either form, and nothing else', () => {
    const given = request(
      { a: { x: 1, y: { z: 1 } }, data: { d: 1 } },
      { a: { x: 2 }, data: {} },
      { srv: { bidder: { a: { y: {} }, b: {} } } },
      {},
      undefined,
    );
    mergeBidderParams(given);
    expect(exts(given)).toEqual([
      { a: { x: 2, y: { z: 1 } }, data: {} },
      { srv: { bidder: { a: { x: 1, y: {} }, b: {} } } },
      {},
      undefined,
    ]);
  });

  test('count only if all of them are objects', () => {
    for (const params of [undefined, null, 5, [], { a: {}, b: 5 }]) expect(sharedParams(request(params))).toBeUndefined();
    const given = request({ a: { x: 1 }, b: 5 }, { a: {} });
    mergeBidderParams(given);
    expect(exts(given)).toEqual([{ a: {} }]);
  });

  test('never reach a prototype', () => {
    const given = request(JSON.parse('{"a":{"__proto__":{"x":1},"constructor":1}}'), { a: {} });
    mergeBidderParams(given);
    expect(exts(given)).toEqual([{ a: {} }]);
  });

  test('that are too long for the number of imps are an error', () => {
    const params = (length: number): unknown => ({ a: { x: 'x'.repeat(length) }, b: { x: 'x'.repeat(length) } });
    const imps = Array.from({ length: 40 }, () => ({ srv: { bidder: { a: {} } } }));
    const error = 'request.ext.srv.bidderparams is too long to be merged into all imps';
    // The Java variant adds both bidders to all imps.
    const errors = [40_000, 90_000, 110_000].map((length) => [
      mergeBidderParams(request(params(length), ...structuredClone(imps))),
      mergeBidderParamsDeep(request(params(length), ...structuredClone(imps))),
    ]);
    expect(errors).toEqual([
      [undefined, undefined],
      [undefined, error],
      [error, error],
    ]);
  });

  test('add bidders to all imps in the Java variant, merged deeply, the imp’s own first', () => {
    const given = request({ a: { x: 1, y: { p: 1, q: 1 } }, data: {} }, undefined, { srv: { bidder: { a: { y: { q: 2 } } } } });
    mergeBidderParamsDeep(given);
    expect(exts(given)).toEqual([
      { srv: { bidder: { a: { x: 1, y: { p: 1, q: 1 } } } } },
      { srv: { bidder: { a: { x: 1, y: { p: 1, q: 2 } } } } },
    ]);
    const first = given.imp[0]?.ext?.srv?.bidder?.['a'] as { y?: Ext } | undefined;
    const shared = given.ext?.srv?.bidderparams?.['a'] as { y?: Ext } | undefined;
    expect(first?.y).not.toBe(shared?.y);
  });

  test('for guaranteed deals imply deals in the Java variant', () => {
    const given = request(undefined, { srv: { bidder: { a: { pgdealsonly: true }, b: { pgdealsonly: true, dealsonly: false }, c: 5 } } });
    mergeBidderParamsDeep(given);
    expect(exts(given)).toEqual([
      { srv: { bidder: { a: { pgdealsonly: true, dealsonly: true }, b: { pgdealsonly: true, dealsonly: false }, c: 5 } } },
    ]);
  });
});
