import { expect, it } from 'vitest';
import type { RequestExt } from '#src/openrtb/ext.ts';
import { concernsSale, noSaleBidders, noSaleError, readNoSale, toNoSale, withNoSale } from '#src/privacy/no-sale.ts';
import { parseUsp, selectUsp, withUsPrivacy } from '#src/privacy/usp.ts';

const gpp = { section: (id: number) => (id === 6 ? '1YYN' : undefined) };

it.each([
  ['', false, undefined],
  ['1---', false, undefined],
  ['1NYN', true, undefined],
  ['1YNY', false, undefined],
  ['1YY', false, 'must contain 4 characters'],
  ['2NYN', false, 'must specify version 1'],
  ['1XYN', false, "must specify 'N', 'Y', or '-' for the explicit notice"],
  ['1NXN', false, "must specify 'N', 'Y', or '-' for the opt-out sale"],
  ['1NYX', false, "must specify 'N', 'Y', or '-' for the limited service provider agreement"],
  ['1nYN', false, "must specify 'N', 'Y', or '-' for the explicit notice"],
])('the US Privacy string %j is read', (text, optedOut, error) => {
  expect(parseUsp(text)).toEqual({ optedOut, ...(error === undefined ? {} : { error }) });
});

it("the US Privacy string is GPP's if its section applies, and a contradiction is reported", () => {
  expect(selectUsp('1NNN', gpp, [6])).toEqual({ consent: '1YYN', conflict: true });
  expect(selectUsp('1YYN', gpp, [6])).toEqual({ consent: '1YYN', conflict: false });
  expect(selectUsp('', gpp, [6])).toEqual({ consent: '1YYN', conflict: false });
  expect(selectUsp('1NNN', gpp, [2])).toEqual({ consent: '1NNN', conflict: false });
});

it('an opt-out applies beside a malformed section of GPP', () => {
  const malformed = { section: () => '1XXX' };
  expect(selectUsp('1YYN', malformed, [6])).toEqual({ consent: '1YYN', conflict: false });
  expect(selectUsp('1NNN', malformed, [6])).toEqual({ consent: '1XXX', conflict: true });
});

it('an empty section of GPP does not contradict the older field', () => {
  expect(selectUsp('1YYN', { section: () => '' }, [6])).toEqual({ consent: '1YYN', conflict: false });
});

it('a US Privacy string is written into regs, or removed', () => {
  expect(withUsPrivacy(undefined, '1YNN')).toEqual({ us_privacy: '1YNN' });
  expect(withUsPrivacy({ gdpr: 1, us_privacy: '1NNN' }, '1YNN')).toEqual({ gdpr: 1, us_privacy: '1YNN' });
  expect(withUsPrivacy({ gdpr: 1, us_privacy: '1NNN' }, '')).toEqual({ gdpr: 1 });
  expect(withUsPrivacy(undefined, '')).toBeUndefined();
});

it('bidders of the no-sale list are exempt, in either spelling', () => {
  const exempt = (ext: RequestExt, bidder: string) => !concernsSale(true, readNoSale(ext), bidder);
  expect(exempt({ srv: { nosale: ['*'] } }, 'alpha')).toBe(true);
  expect(exempt({ srv: { nosale: ['alpha'] } }, 'alpha')).toBe(true);
  expect(exempt({ srv: { 'no-sale': ['alpha'] } }, 'alpha')).toBe(true);
  expect(exempt({ srv: { nosale: ['beta'] } }, 'alpha')).toBe(false);
  expect(exempt({ srv: { nosale: [] } }, 'alpha')).toBe(false);
  expect(exempt({ srv: { nosale: 'alpha' as never } }, 'alpha')).toBe(false);
  expect(exempt({}, 'alpha')).toBe(false);
  expect(concernsSale(false, toNoSale(undefined), 'alpha')).toBe(false);
});

it('the error of a malformed no-sale list is reported', () => {
  expect(noSaleBidders(undefined)).toEqual({ value: undefined });
  expect(noSaleBidders({ srv: null })).toEqual({ value: undefined });
  expect(noSaleBidders('text')).toEqual({ error: 'request.ext must be an object' });
  expect(noSaleBidders({ srv: [] })).toEqual({ error: 'request.ext.srv must be an object' });
  expect(noSaleBidders({ srv: { nosale: [1] } })).toEqual({ error: 'request.ext.srv.nosale must be an array of strings' });
});

it('the error of a rejected no-sale list is reported', () => {
  const isBidder = (name: string) => name === 'alpha';
  expect(noSaleError(['*'], isBidder)).toBeUndefined();
  expect(noSaleError(['alpha'], isBidder)).toBeUndefined();
  expect(noSaleError(['*', 'alpha'], isBidder)).toBe('can only specify all bidders if no other bidders are provided');
  expect(noSaleError(['foo'], isBidder)).toBe("unrecognized bidder 'foo'");
});

it('a no-sale list is written', () => {
  expect(withNoSale({ other: 1, srv: { debug: true, nosale: ['x'] } }, ['a'])).toEqual({
    value: { other: 1, srv: { debug: true, nosale: ['a'] } },
  });
  expect(withNoSale(undefined, ['a'])).toEqual({ value: { srv: { nosale: ['a'] } } });
  expect(withNoSale('text', ['a'])).toEqual({ error: 'request.ext must be an object' });
  expect(withNoSale({ srv: 1 }, ['a'])).toEqual({ error: 'request.ext.srv must be an object' });
});
