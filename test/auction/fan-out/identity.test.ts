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

test("a bidder's name matches aliases first and exactly, then core bidders in any case", () => {
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

test('aliases are read if there are any', () => {
  expect(readAliases({ srv: { aliases: { a: 'b' }, aliasgvlids: { a: 1 } } })).toEqual({
    value: { aliases: { a: 'b' }, gvlids: { a: 1 } },
  });
  expect(readAliases(undefined)).toEqual({ value: {} });
  for (const ext of ['text', { srv: 'text' }, { srv: { aliases: 'text' } }, { srv: { aliasgvlids: [] } }])
    expect(readAliases(ext)).toEqual({ error: 'request.ext is invalid' });
});

test('parameters of the complete request are read', () => {
  expect(bidderParamsOf({ ext: { srv: { bidderparams: { a: { x: 1 } } } } })).toEqual({ value: { a: { x: 1 } } });
  expect(bidderParamsOf({})).toEqual({ value: undefined });
  expect(bidderParamsOf({ ext: { srv: { bidderparams: 'text' } } })).toEqual({ error: 'expect { or n, but found "' });
  expect(bidderParamsOf({ ext: 'text' })).toEqual({ error: 'error decoding Request.ext : it is no object' });
  expect(bidderParamsOf(null)).toEqual({ error: 'error bidRequest should not be nil' });
});
