import { describe, expect, test } from 'vitest';
import { filterByCapabilities } from '#src/auction/fan-out/capabilities.ts';
import { sharesCurrency } from '#src/auction/fan-out/currency.ts';
import { filterRequest } from '#src/auction/fan-out/filter.ts';
import { keepOneFormat, preferredMediaType } from '#src/auction/fan-out/multi-format.ts';
import type { BidderInfo } from '#src/bidders/bidder.ts';
import type { Imp } from '#src/wire/ortb.ts';
import { aBidder, facts } from '#test/helpers/auction.ts';
import { dialects } from '#test/helpers/dialects.ts';

const banner: Imp = { id: 'b', banner: {} };
const video: Imp = { id: 'v', video: {} };
const both: Imp = { id: 'bv', banner: {}, video: {} };
const site = { id: 'r', imp: [], site: {} };
const warn = (message: string) => ({ code: 0, message, warning: true });
const bad = (message: string) => ({ code: 2, message });
const NOTHING = warn("Bid request didn't contain media types supported by the bidder");

describe('filterByCapabilities', () => {
  const can = (capabilities: BidderInfo['capabilities']): BidderInfo => facts({ capabilities });

  test('hands the very imps on where the bidder takes them all', () => {
    const imps = [banner, both];
    expect(filterByCapabilities(site, imps, facts()).imps).toBe(imps);
    expect(filterByCapabilities(site, imps, can({ site: ['banner', 'video'] })).imps).toBe(imps);
    expect(filterByCapabilities({ id: 'r', imp: [] }, imps, can({})).imps).toBe(imps);
  });

  test.each(['site', 'app', 'dooh'] as const)("sends nothing where %s is not the bidder's platform", (platform) => {
    expect(filterByCapabilities({ id: 'r', imp: [], [platform]: {} }, [banner], can({}))).toEqual({
      imps: [],
      notes: [warn(`this bidder does not support ${platform} requests`)],
    });
  });

  test('takes media types out, then imps', () => {
    expect(filterByCapabilities(site, [both, video, banner], can({ site: ['banner'] }))).toEqual({
      imps: [{ id: 'bv', banner: {} }, banner],
      notes: [
        warn("request.imp[0] uses video, but this bidder doesn't support it"),
        warn("request.imp[1] uses video, but this bidder doesn't support it"),
        bad('request.imp[1] has no supported MediaTypes. It will be ignored'),
      ],
    });
    expect(both.video).toBeDefined();
  });

  test('says so once where nothing is left', () => {
    expect(filterByCapabilities(site, [video], can({ site: ['banner'] }))).toEqual({
      imps: [],
      notes: [warn("request.imp[0] uses video, but this bidder doesn't support it"), NOTHING],
    });
  });
});

describe('keepOneFormat', () => {
  test('leaves imps of one media type alone', () => {
    const imps = [banner, video];
    expect(keepOneFormat(imps, undefined).imps).toBe(imps);
  });

  test('keeps the preferred one', () => {
    expect(keepOneFormat([both, banner], 'video')).toEqual({
      imps: [{ id: 'bv', video: {} }, banner],
      notes: [warn("Imp bv uses video, removing banner as the bidder doesn't support multi-format")],
    });
  });

  test.each([
    [undefined, 'Removing the imp bv as the bidder does not support multi-format and preferred media type is not defined for the bidder'],
    ['print', 'Imp bv has an invalid preferred media type: print. It will be ignored.'],
    ['native', 'Imp bv does not have a preferred NATIVE media type. It will be ignored.'],
  ])('drops the imp where %s is preferred', (preferred, message) => {
    expect(keepOneFormat([both], preferred)).toEqual({ imps: [], notes: [bad(message), NOTHING] });
  });

  test('asks the request before the account', () => {
    expect(preferredMediaType({ a: { prefmtype: 'video' } }, { a: 'banner' }, 'a')).toBe('video');
    expect(preferredMediaType({ a: {} }, { a: 'banner' }, 'a')).toBe('banner');
    expect(preferredMediaType(null, undefined, 'a')).toBeUndefined();
    expect(preferredMediaType({ Alpha: { prefmtype: 'video' } }, undefined, 'alphA')).toBe('video');
    expect(preferredMediaType(undefined, { ALPHA: 'native', alpha: 'banner' }, 'alpha')).toBe('banner');
    expect(preferredMediaType(undefined, {}, 'constructor')).toBeUndefined();
  });
});

describe('filterRequest', () => {
  const bidder = (over: Partial<BidderInfo>) => ({ bidder: 'a', known: aBidder('a', { info: facts(over) }), isAlias: false });

  test('asks nobody for a currency it does not bid in', () => {
    expect(filterRequest({ ...site, cur: ['EUR'] }, [banner], bidder({ currencies: ['USD'] }), undefined, dialects.go.fanOut)).toEqual({
      imps: [],
      notes: [{ code: 999, message: 'No match between the configured currencies and bidRequest.cur', warning: true }],
      code: 205,
    });
    expect(sharesCurrency(['USD'], undefined)).toBe(true);
    expect(sharesCurrency(['USD'], ['EUR', 'USD'])).toBe(true);
    expect(sharesCurrency([], ['EUR'])).toBe(true);
  });

  test('reduces formats after media types', () => {
    const single = bidder({
      openrtb: { version: '2.6', gppSupported: true, multiformatSupported: false },
      capabilities: { site: ['banner', 'video'] },
    });
    const all: Imp = { ...both, native: {} };
    expect(filterRequest(site, [all], single, 'banner', dialects.go.fanOut)).toMatchObject({ imps: [{ id: 'bv', banner: {} }], code: 202 });
  });

  describe('of the Java variant', () => {
    const one = { version: '2.6', gppSupported: true, multiformatSupported: false } as const;
    const filtered = (imps: Imp[], over: Partial<BidderInfo>, preferred?: string) =>
      filterRequest(site, imps, bidder(over), preferred, dialects.java.fanOut);
    const told = (message: string) => ({ code: 2, message, warning: true });
    const gone = (id: string, what: string) =>
      told(`Imp ${id} does not have ${what} and has been removed from the request for this bidder.`);
    const empty = told('Bid request contains 0 impressions after filtering.');

    test('takes media types out without a word, and says which imps had no other', () => {
      expect(filtered([both, video, banner], { capabilities: { site: ['banner'] } })).toEqual({
        imps: [{ id: 'bv', banner: {} }, banner],
        notes: [gone('v', 'a supported media type')],
        code: 202,
      });
      expect(filtered([video], { capabilities: { site: ['banner'] } }).notes).toEqual([gone('v', 'a supported media type'), empty]);
      expect(filtered([banner], { capabilities: { app: ['banner'] } })).toEqual({
        imps: [],
        notes: [told('Bidder does not support any media types.')],
        code: 202,
      });
      const imps = [banner, video];
      expect(filtered(imps, {}).imps).toBe(imps);
      expect(filterRequest({ id: 'r', imp: [] }, imps, bidder({ capabilities: {} }), undefined, dialects.java.fanOut).imps).toBe(imps);
    });

    test('leaves all in where the host wants it so', () => {
      const imps = [both, video];
      const left = filterRequest(site, imps, bidder({ capabilities: { site: ['banner'] } }), undefined, dialects.java.fanOut, false);
      expect(left).toEqual({ imps, notes: [], code: 202 });
    });

    test('reduces formats only where somebody prefers one', () => {
      expect(filtered([both, banner], { openrtb: one }).imps).toEqual([both, banner]);
      expect(filtered([both, banner], { openrtb: one }, 'odd').imps).toEqual([both, banner]);
      expect(filtered([both, banner], { openrtb: one }, 'video')).toEqual({
        imps: [{ id: 'bv', video: {} }, banner],
        notes: [],
        code: 202,
      });
      expect(filtered([both], { openrtb: one }, 'native').notes).toEqual([gone('bv', 'a media type after filtering'), empty]);
    });
  });
});
