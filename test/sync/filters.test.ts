import { expect, test } from 'vitest';
import { ALL, allowedTypes, parseBidderFilter, parseTypeFilter, type TypeFilter, withoutIframes } from '#src/sync/filters.ts';

const only = (...bidders: string[]): TypeFilter['iframe'] => ({ bidders: new Set(bidders), mode: 'include' });
const but = (...bidders: string[]): TypeFilter['iframe'] => ({ bidders: new Set(bidders), mode: 'exclude' });

test('the reader of sync filters treats an absent filter as include', () => {
  expect(parseBidderFilter({ bidders: ['A', 'b'] })).toEqual({ value: only('a', 'b') });
  expect(parseBidderFilter({ bidders: '*', filter: null })).toEqual({ value: ALL });
});

test('the reader of sync filters reports an invalid filter', () => {
  expect(parseBidderFilter({ bidders: '*', filter: 'Maybe' })).toEqual({
    error: `invalid filter value 'maybe'. must be either 'include' or 'exclude'`,
  });
  expect(parseBidderFilter({ bidders: '*', filter: '' })).toEqual({
    error: `invalid filter value ''. must be either 'include' or 'exclude'`,
  });
  expect(parseBidderFilter({ filter: 'include' })).toEqual({
    error: `invalid bidders type. must either be a string '*' or a string array of bidders`,
  });
  expect(parseTypeFilter({ image: { bidders: 'all', filter: 'include' } })).toEqual({
    error: "error parsing filtersettings.image: invalid bidders value `all`. must either be '*' or a string array",
  });
});

test("the reader of sync filters excludes iframes in addition to the caller's filter", () => {
  const left = (iframe: TypeFilter['iframe'], disabled: string[]): string[] =>
    ['bidderA', 'bidderB', 'bidderC'].filter((name) =>
      allowedTypes(withoutIframes({ iframe, redirect: ALL }, disabled), name).includes('iframe'),
    );
  expect(left(ALL, ['biddera'])).toEqual(['bidderB', 'bidderC']);
  expect(left(only('biddera', 'bidderb'), ['bidderA'])).toEqual(['bidderB']);
  expect(left(but('bidderc'), ['bidderA'])).toEqual(['bidderB']);
  expect(left({ bidders: '*', mode: 'exclude' }, ['bidderA'])).toEqual([]);
  expect(left(ALL, ['bidderA', '*'])).toEqual([]);
  expect(left(ALL, [])).toEqual(['bidderA', 'bidderB', 'bidderC']);
  expect(allowedTypes(withoutIframes({ iframe: ALL, redirect: ALL }, ['*']), 'a')).toEqual(['redirect']);
});
