import { expect, test } from 'vitest';
import { readAliases } from '#src/auction/fan-out/aliases.ts';
import { bidderParamsOf } from '#src/auction/fan-out/bidder-params.ts';
import { whoIs } from '#src/auction/fan-out/identity.ts';
import { aBidder, hostInfo } from '#test/helpers/auction.ts';
import { registryOf } from '#test/helpers/services.ts';

const bidders = registryOf(aBidder('alpha'), aBidder('beta'), aBidder('off', { info: hostInfo({ enabled: false }) }));
const names = {
  bidders,
  aliases: new Map([
    ['Alias', 'beta'],
    ['alpha', 'beta'],
    ['dead', 'off'],
  ]),
};

test('matches core bidders in any case, aliases exactly, and aliases first', () => {
  const who = (name: string) => {
    const called = whoIs(name, names);
    return called && [called.bidder, called.known.code, called.isAlias];
  };
  expect(who('ALPHA')).toEqual(['ALPHA', 'alpha', false]);
  expect(who('alpha')).toEqual(['alpha', 'beta', true]);
  expect(who('Alias')).toEqual(['Alias', 'beta', true]);
  expect(who('alias')).toBeUndefined();
  expect(who('dead')).toBeUndefined();
});

test('reads aliases if there are any', () => {
  expect(readAliases({ srv: { aliases: { a: 'b' }, aliasgvlids: { a: 1 } } })).toEqual({
    value: { aliases: { a: 'b' }, gvlids: { a: 1 } },
  });
  expect(readAliases(undefined)).toEqual({ value: {} });
  expect(readAliases({ srv: 'text' })).toEqual({ value: { aliases: undefined, gvlids: undefined } });
  expect(readAliases('text')).toEqual({ error: 'request.ext is invalid' });
});

test('reads the parameters of the complete request', () => {
  expect(bidderParamsOf({ ext: { srv: { bidderparams: { a: { x: 1 } } } } })).toEqual({ a: { x: 1 } });
  expect(bidderParamsOf({})).toBeUndefined();
  expect(bidderParamsOf({ ext: { srv: { bidderparams: 'text' } } })).toBeUndefined();
  expect(() => bidderParamsOf({ ext: 'text' })).toThrow('error decoding Request.ext');
  expect(() => bidderParamsOf(null)).toThrow('error bidRequest should not be nil');
});
