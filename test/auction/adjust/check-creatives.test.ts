import { describe, expect, it } from 'vitest';
import { giveBidIds } from '#src/auction/adjust/bid-ids.ts';
import { checkCreatives } from '#src/auction/adjust/check-creatives.ts';
import { fitsSize, maxSize } from '#src/auction/adjust/creative-checks.ts';
import { checkDsa } from '#src/auction/adjust/dsa.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { Bid, BidRequest } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { testServices } from '#test/helpers/services.ts';
import { aBid, anAuction, aSeat } from './arrange.ts';

function checked(settings: HostConfigInput, bids: Bid[], request: Partial<BidRequest> = {}, account = {}) {
  const services = testServices({ settings });
  const auction = anAuction(services, request, account);
  auction.seats.set('a', aSeat('a', bids));
  checkCreatives(auction, services);
  return auction;
}
const bidIdsOf = (auction: ReturnType<typeof checked>) => auction.seats.get('a')?.bids.map(({ bid }) => bid.id);
const large = aBid({ id: 'large', w: 200, h: 50 });
const small = aBid({ id: 'small', w: 50, h: 50 });
const enforce: HostConfigInput['validations'] = { banner_creative_max_size: 'enforce', max_creative_width: 100, max_creative_height: 100 };

describe('creatives', () => {
  it('that are too large are rejected, warned about or accepted, by host and account', () => {
    const strict = checked({ validations: enforce }, [large, small]);
    expect(bidIdsOf(strict)).toEqual(['small']);
    expect(strict.diagnostics.errors.get('a')).toEqual([{ code: 3, message: 'bidResponse rejected: size WxH' }]);
    expect(strict.nonBids).toMatchObject([{ seat: 'a', impId: 'i1', code: 351 }]);
    const mild = checked({ validations: enforce }, [large], {}, { validations: { banner_creative_max_size: 'warn' } });
    expect(bidIdsOf(mild)).toEqual(['large']);
    expect(mild.diagnostics.errors.get('a')).toEqual([
      { code: 3, message: 'bidResponse creative size warning: size WxH larger than AdUnit sizes' },
    ]);
    expect(bidIdsOf(checked({}, [large]))).toEqual(['large']);
  });

  it('are compared with the imp’s own sizes if the host has no numbers', () => {
    const checks = { bannerSize: 'enforce', secureMarkup: 'skip', maxWidth: 0, maxHeight: 0, dialect: dialects.go.bids.creatives } as const;
    const imp = { id: 'i', banner: { w: 1, h: 1, format: [{ w: 300, h: 100 }, { w: 100, h: 600 }, {}] } };
    expect(maxSize(checks, imp)).toEqual({ w: 300, h: 600 });
    expect(maxSize(checks, { id: 'i', banner: { w: 7, h: 8 } })).toEqual({ w: 7, h: 8 });
    expect(maxSize(checks, undefined)).toEqual({ w: 0, h: 0 });
    expect(maxSize({ ...checks, maxWidth: 10 }, imp)).toEqual({ w: 10, h: Number.POSITIVE_INFINITY });
    expect(maxSize({ ...checks, maxHeight: 10 }, imp)).toEqual({ w: Number.POSITIVE_INFINITY, h: 10 });
    const fits = (size: object) => [dialects.go, dialects.java].map(({ bids }) => fitsSize(size, { w: 1, h: 1 }, bids.creatives));
    expect([fits({}), fits({ w: 1 }), fits({ h: 1 }), fits({ w: 1, h: 1 })]).toEqual([
      [true, false],
      [true, false],
      [true, false],
      [true, true],
    ]);
  });

  it('are reported with their location in the Java variant', () => {
    const settings: HostConfigInput = { variant: 'java', validations: { banner_creative_max_size: 'enforce', secure_markup: 'warn' } };
    const request = { imp: [{ id: 'i1', secure: 1, banner: { format: [{ w: 60, h: 60 }] } }], site: { page: 'https://p' } };
    const auction = checked(settings, [large, small, aBid({ id: 'bare' })], request);
    expect(bidIdsOf(auction)).toEqual(['small']);
    const size = "account=acc, referrer=https://p, max imp size='60x60', bid response size=";
    expect(auction.diagnostics.errors.get('a')?.map(({ message }) => message)).toEqual([
      `BidId \`large\` validation messages: Error: BidResponse validation \`enforce\`: bidder \`a\` response triggers creative size validation for bid large, ${size}'200x50'`,
      'BidId `small` validation messages: Warning: BidResponse validation `warn`: bidder `a` response triggers secure creative validation for bid small, account=acc, referrer=https://p, adm=null',
      `BidId \`bare\` validation messages: Error: BidResponse validation \`enforce\`: bidder \`a\` response triggers creative size validation for bid bare, ${size}'nullxnull'`,
    ]);
  });

  it('have one error per bid in the Java variant, its errors before its warnings', () => {
    const failures = (banner_creative_max_size: 'warn', secure_markup: 'warn' | 'enforce') => {
      const settings: HostConfigInput = { variant: 'java', validations: { banner_creative_max_size, secure_markup } };
      const { diagnostics } = checked(settings, [large], { imp: [{ id: 'i1', secure: 1, banner: { format: [{ w: 60, h: 60 }] } }] });
      return diagnostics.errors.get('a');
    };
    const where = 'for bid large, account=acc, referrer=unknown,';
    const size = `BidResponse validation \`warn\`: bidder \`a\` response triggers creative size validation ${where} max imp size='60x60', bid response size='200x50'`;
    const markup = (mode: string): string =>
      `BidResponse validation \`${mode}\`: bidder \`a\` response triggers secure creative validation ${where} adm=null`;
    expect(failures('warn', 'enforce')).toEqual([
      { code: 5, message: `BidId \`large\` validation messages: Error: ${markup('enforce')}. Warning: ${size}` },
    ]);
    expect(failures('warn', 'warn')).toEqual([
      { code: 5, message: `BidId \`large\` validation messages: Warning: ${size}. Warning: ${markup('warn')}` },
    ]);
  });
});

describe('markup', () => {
  it('is insecure with an insecure marker and no secure one; in the Java variant also without any secure one', () => {
    const all = ['', 'http://x', 'http%3A', 'https://x', 'http: https:', 'https%3A'];
    expect(all.map((adm) => dialects.go.bids.creatives.isSecure(adm))).toEqual([true, false, false, true, true, true]);
    expect(all.map((adm) => dialects.java.bids.creatives.isSecure(adm))).toEqual([false, false, false, true, false, true]);
  });

  it('that is insecure is rejected or warned about, for known imps', () => {
    const bids = [aBid({ adm: 'http:' }), aBid({ id: 'b2', adm: 'http:', impid: 'other' })];
    const strict = checked({ validations: { secure_markup: 'enforce' } }, bids);
    expect(bidIdsOf(strict)).toEqual(['b2']);
    expect(strict.diagnostics.errors.get('a')).toEqual([{ code: 3, message: 'bidResponse rejected: insecure creative in secure context' }]);
    expect(strict.nonBids).toMatchObject([{ code: 352 }]);
    const mild = checked({ validations: { secure_markup: 'warn' } }, [aBid({ adm: 'http:' })]);
    expect(mild.diagnostics.errors.get('a')?.[0]?.message).toBe('bidResponse secure markup warning: insecure creative in secure contexts');
  });

  it('is not checked for native bids (Go variant) and imps that need not be secure (Java variant)', () => {
    const services = testServices({ settings: { validations: { secure_markup: 'enforce' } } });
    const auction = anAuction(services);
    auction.seats.set('a', aSeat('a', [aBid({ adm: 'http:' })], 'USD', 'native'));
    checkCreatives(auction, services);
    expect(bidIdsOf(auction)).toEqual(['b1']);
    expect(bidIdsOf(checked({ variant: 'java', validations: { secure_markup: 'enforce' } }, [aBid()]))).toEqual(['b1']);
    const request = { imp: [{ id: 'i1', secure: 1 }] };
    expect(bidIdsOf(checked({ variant: 'java', validations: { secure_markup: 'enforce' } }, [aBid()], request))).toEqual([]);
  });
});

describe('transparency', () => {
  const wanting = (dsa: object) => ({ regs: { ext: { dsa: { ...dsa } } } });
  const giving = (dsa?: unknown) => aBid({ ext: { dsa } });

  it('is compared if both sides state it', () => {
    expect(checkDsa(giving(), wanting({ dsarequired: 3 }), dialects.go.bids.dsa)).toBe('DSA object missing when required');
    expect(checkDsa(giving('text'), wanting({ dsarequired: 3 }), dialects.go.bids.dsa)).toBe('DSA object missing when required');
    expect(checkDsa(giving(), {}, dialects.go.bids.dsa)).toBeUndefined();
    expect(checkDsa(giving({ adrender: '1' }), wanting({ dsarequired: 2 }), dialects.go.bids.dsa)).toBe('DSA object missing when required');
    expect(checkDsa(giving({ paid: 'x'.repeat(101) }), {}, dialects.go.bids.dsa)).toBe('DSA paid exceeds limit of 100 chars');
    expect(checkDsa(giving({ behalf: 'ü'.repeat(51) }), {}, dialects.go.bids.dsa)).toBe('DSA behalf exceeds limit of 100 chars');
    expect(checkDsa(giving({ behalf: 'ü'.repeat(51) }), {}, dialects.java.bids.dsa)).toBeUndefined();
    expect(checkDsa(giving({ adrender: 0 }), wanting({ pubrender: 0 }), dialects.go.bids.dsa)).toBe(
      'DSA publisher and buyer both signal will not render',
    );
    expect(checkDsa(giving({ adrender: 1 }), wanting({ pubrender: 2 }), dialects.go.bids.dsa)).toBe(
      'DSA publisher and buyer both signal will render',
    );
    expect(checkDsa(giving({}), wanting({ pubrender: 0 }), dialects.go.bids.dsa)).toBeUndefined();
    const empty = { behalf: null, paid: null, adrender: null };
    expect(checkDsa(giving(empty), wanting({ dsarequired: 2 }), dialects.go.bids.dsa)).toBeUndefined();
  });

  it('compares the renderer in the Java variant only if it is required, with a default of no', () => {
    expect(checkDsa(giving({ adrender: 0 }), wanting({ pubrender: 0 }), dialects.java.bids.dsa)).toBeUndefined();
    expect(checkDsa(giving({}), wanting({ dsarequired: 2, pubrender: 0 }), dialects.java.bids.dsa)).toBe(
      'DSA publisher and buyer both signal will not render',
    );
    expect(checkDsa(giving({ adrender: 1 }), wanting({ dsarequired: 2, pubrender: 1 }), dialects.java.bids.dsa)).toBeUndefined();
  });

  it('rejects the bid, with the variant’s message and code', () => {
    const go = checked({}, [aBid()], wanting({ dsarequired: 2 }));
    expect(bidIdsOf(go)).toEqual([]);
    expect(go.diagnostics.warnings.get('a')).toEqual([{ code: 10010, message: 'bid rejected: DSA object missing when required' }]);
    expect(go.nonBids).toMatchObject([{ code: 300 }]);
    const java = checked({ variant: 'java' }, [aBid()], wanting({ dsarequired: 2 }));
    expect(java.diagnostics.warnings.get('a')).toEqual([{ code: 5, message: 'Bid "b1": DSA object missing when required' }]);
    expect(java.nonBids).toMatchObject([{ code: 305 }]);
  });
});

describe('ids of bids', () => {
  const uuid = '11111111-1111-4111-8111-111111111111';
  const given = (settings: HostConfigInput, random = {}) => {
    const services = testServices({ settings, random: { next: () => 0, uuid: () => uuid, bits63: () => 0n, ...random } });
    const auction = anAuction(services);
    auction.seats.set('a', aSeat('a', [aBid({ id: '16-characters---' }), aBid({ id: '17-characters----' })]));
    giveBidIds(auction, services);
    return auction;
  };
  const idsOf = (auction: ReturnType<typeof given>) => auction.seats.get('a')?.bids.map(({ bid, generatedId }) => [bid.id, generatedId]);

  it('are added to the bidder’s, or replace short ones, if configured', () => {
    expect(idsOf(given({}))).toEqual([
      ['16-characters---', undefined],
      ['17-characters----', undefined],
    ]);
    expect(idsOf(given({ generate_bid_id: true }))).toEqual([
      ['16-characters---', uuid],
      ['17-characters----', uuid],
    ]);
    expect(idsOf(given({ enforce_random_bid_id: true }))).toEqual([
      [uuid, undefined],
      ['17-characters----', undefined],
    ]);
  });

  it('that cannot be generated are reported', () => {
    const uuidFails = () => {
      throw new Error('no entropy');
    };
    const auction = given({ generate_bid_id: true }, { uuid: uuidFails });
    expect(auction.diagnostics.errors.get('srv')?.[0]).toEqual({ code: 999, message: 'Error generating bid.ext.srv.bidid' });
  });
});
