import { expect, test } from 'vitest';
import { type BidderPrivacy, unlimited } from '#src/auction/privacy/decision.ts';
import { strictest } from '#src/taps/redact.ts';

const eidsOf = (...decisions: readonly Partial<BidderPrivacy>[]): unknown => {
  const privacy = new Map(decisions.map((decision, i) => [`bidder-${i}`, { ...unlimited, ...decision }]));
  const { mayPassEids, allowedEidSources } = strictest({ privacy });
  return [mayPassEids, allowedEidSources && [...allowedEidSources]];
};

test('eids are shown of the sources only that every decision exempts', () => {
  const exempt = (...sources: readonly string[]) => ({ mayPassEids: false, allowedEidSources: new Set(sources) });
  expect(eidsOf({}, {})).toEqual([true, undefined]);
  expect(eidsOf({}, exempt('a', 'b'), exempt('b', 'c'))).toEqual([false, ['b']]);
  expect(eidsOf(exempt('a'), { mayPassIds: false })).toEqual([false, []]);
  expect(eidsOf({ mayPassIds: false }, exempt('a'))).toEqual([false, undefined]);
});
