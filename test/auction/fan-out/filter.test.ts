import { describe, expect, test } from 'vitest';
import { filterByCapabilities } from '#src/auction/fan-out/capabilities.ts';
import { filterRequest, sharesCurrency } from '#src/auction/fan-out/filter.ts';
import { limitToOneFormat, preferredMediaType } from '#src/auction/fan-out/multi-format.ts';
import type { BidderInfo } from '#src/bidders/bidder.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import { aBidder, hostInfo } from '#test/helpers/auction.ts';
import { dialects } from '#test/helpers/dialects.ts';

const banner: Imp = { id: 'b', banner: {} };
const video: Imp = { id: 'v', video: {} };
const both: Imp = { id: 'bv', banner: {}, video: {} };
const site = { id: 'r', imp: [], site: {} };
const warn = (message: string) => ({ code: 0, message, warning: true });
const bad = (message: string) => ({ code: 2, message });
const NONE = warn("Bid request didn't contain media types supported by the bidder");

describe('filterByCapabilities', () => {
  const can = (capabilities: BidderInfo['capabilities']): BidderInfo => hostInfo({ capabilities });

  test('returns the same imps if the bidder supports them all', () => {
    const imps = [banner, both];
    expect(filterByCapabilities(site, imps, hostInfo()).imps).toBe(imps);
    expect(filterByCapabilities(site, imps, can({ site: ['banner', 'video'] })).imps).toBe(imps);
    expect(filterByCapabilities({ id: 'r', imp: [] }, imps, can({})).imps).toBe(imps);
  });

  test.each(['site', 'app', 'dooh'] as const)('sends nothing if the bidder does not support %s', (platform) => {
    expect(filterByCapabilities({ id: 'r', imp: [], [platform]: {} }, [banner], can({}))).toEqual({
      imps: [],
      notes: [warn(`this bidder does not support ${platform} requests`)],
    });
  });

  test('removes media types, then imps', () => {
    expect(filterByCapabilities(site, [both, video, banner], can({ site: ['banner'] }))).toEqual({
      imps: [{ id: 'bv', banner: {} }, banner],
      notes: [
        warn("request.imp[0] uses video, but this bidder doesn't support it"),
        warn("request.imp[1] uses video, but this bidder doesn't support it"),
        bad('request.imp[1] has no supported MediaTypes. It will be ignored'),
      ],
    });
    expect(both).toEqual({ id: 'bv', banner: {}, video: {} });
  });

  test('reports every removed imp, and once that nothing is left', () => {
    expect(filterByCapabilities(site, [video], can({ site: ['banner'] }))).toEqual({
      imps: [],
      notes: [
        warn("request.imp[0] uses video, but this bidder doesn't support it"),
        bad('request.imp[0] has no supported MediaTypes. It will be ignored'),
        NONE,
      ],
    });
  });
});

describe('limitToOneFormat', () => {
  test('keeps imps of one media type unchanged', () => {
    const imps = [banner, video];
    expect(limitToOneFormat(imps, undefined).imps).toBe(imps);
  });

  test('keeps the preferred one', () => {
    expect(limitToOneFormat([both, banner], 'video')).toEqual({
      imps: [{ id: 'bv', video: {} }, banner],
      notes: [warn("Imp bv uses video, removing banner as the bidder doesn't support multi-format")],
    });
  });

  test.each([
    [undefined, 'Removing the imp bv as the bidder does not support multi-format and preferred media type is not defined for the bidder'],
    ['print', 'Imp bv has an invalid preferred media type: print. It will be ignored.'],
    ['native', 'Imp bv does not have a preferred NATIVE media type. It will be ignored.'],
  ])('drops the imp if %s is preferred', (preferred, message) => {
    expect(limitToOneFormat([both], preferred)).toEqual({ imps: [], notes: [bad(message), NONE] });
  });

  test("prefers the request's setting to the account's", () => {
    expect(preferredMediaType({ a: { prefmtype: 'video' } }, { a: 'banner' }, 'a')).toBe('video');
    expect(preferredMediaType({ a: {} }, { a: 'banner' }, 'a')).toBe('banner');
    expect(preferredMediaType(null, undefined, 'a')).toBeUndefined();
    expect(preferredMediaType({ Alpha: { prefmtype: 'video' } }, undefined, 'alphA')).toBe('video');
    expect(preferredMediaType(undefined, { ALPHA: 'native', alpha: 'banner' }, 'alpha')).toBe('banner');
    expect(preferredMediaType(undefined, {}, 'constructor')).toBeUndefined();
  });
});

describe('filterRequest', () => {
  const services = (variant: 'go' | 'java', filterMediaTypes = true) => ({
    dialect: dialects[variant],
    config: { rules: { filterMediaTypes } },
  });
  const bidder = (over: Partial<BidderInfo>) => ({ bidder: 'a', known: aBidder('a', { info: hostInfo(over) }), isAlias: false });

  test('skips bidders without a matching currency', () => {
    expect(filterRequest({ ...site, cur: ['EUR'] }, [banner], bidder({ currencies: ['USD'] }), undefined, services('go'))).toEqual({
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
    expect(filterRequest(site, [all], single, 'banner', services('go'))).toMatchObject({ imps: [{ id: 'bv', banner: {} }], code: 202 });
  });

  test('keeps everything if the host disables filtering, except several formats of one imp', () => {
    const single = bidder({
      openrtb: { version: '2.6', gppSupported: true, multiformatSupported: false },
      capabilities: { app: ['banner'] },
    });
    expect(filterRequest(site, [both, video], single, 'banner', services('go', false)).imps).toEqual([{ id: 'bv', banner: {} }, video]);
  });

  describe('in the Java variant', () => {
    const one = { version: '2.6', gppSupported: true, multiformatSupported: false } as const;
    const filtered = (imps: Imp[], over: Partial<BidderInfo>, preferred?: string) =>
      filterRequest(site, imps, bidder(over), preferred, services('java'));
    const reported = (message: string) => ({ code: 2, message, warning: true });
    const removed = (id: string, what: string) =>
      reported(`Imp ${id} does not have ${what} and has been removed from the request for this bidder.`);
    const empty = reported('Bid request contains 0 impressions after filtering.');

    test('skips bidders without the capability for dooh, whether or not the host filters media types', () => {
      const dooh = { id: 'r', imp: [], dooh: { id: 'd' } };
      const sent = (capabilities: BidderInfo['capabilities']) =>
        filterRequest(dooh, [video], bidder({ capabilities }), undefined, services('java', false));
      expect(sent({ site: ['video'] })).toEqual({ imps: [], notes: [reported('Bidder does not support any media types.')], code: 202 });
      expect(sent({ dooh: ['banner'] })).toEqual({ imps: [video], notes: [], code: 202 });
    });

    test('removes media types silently, and reports imps without any other', () => {
      expect(filtered([both, video, banner], { capabilities: { site: ['banner'] } })).toEqual({
        imps: [{ id: 'bv', banner: {} }, banner],
        notes: [removed('v', 'a supported media type')],
        code: 202,
      });
      expect(filtered([video], { capabilities: { site: ['banner'] } }).notes).toEqual([removed('v', 'a supported media type'), empty]);
      expect(filtered([banner], { capabilities: { app: ['banner'] } })).toEqual({
        imps: [],
        notes: [reported('Bidder does not support any media types.')],
        code: 202,
      });
      const imps = [banner, video];
      expect(filtered(imps, {}).imps).toBe(imps);
      expect(filterRequest({ id: 'r', imp: [] }, imps, bidder({ capabilities: {} }), undefined, services('java')).imps).toBe(imps);
    });

    test('keeps everything if the host disables filtering', () => {
      const imps = [both, video];
      const left = filterRequest(site, imps, bidder({ capabilities: { site: ['banner'] } }), undefined, services('java', false));
      expect(left).toEqual({ imps, notes: [], code: 202 });
    });

    test('reduces formats even if the host disables filtering', () => {
      const single = bidder({ openrtb: one, capabilities: { site: ['banner'] } });
      expect(filterRequest(site, [both, banner], single, 'video', services('java', false)).imps).toEqual([{ id: 'bv', video: {} }, banner]);
    });

    test('reduces formats only if a preference is set', () => {
      expect(filtered([both, banner], { openrtb: one }).imps).toEqual([both, banner]);
      expect(filtered([both, banner], { openrtb: one }, 'odd').imps).toEqual([both, banner]);
      expect(filtered([both, banner], { openrtb: one }, 'video')).toEqual({
        imps: [{ id: 'bv', video: {} }, banner],
        notes: [],
        code: 202,
      });
      expect(filtered([both], { openrtb: one }, 'native').notes).toEqual([removed('bv', 'a media type after filtering'), empty]);
    });
  });
});
