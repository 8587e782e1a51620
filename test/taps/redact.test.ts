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

const open = { ...unlimited, mayPassEids: true, emptiesGeo: false, masksProfile: false };
const closed = {
  mayCall: false,
  mayPassIds: false,
  mayPassUfpd: false,
  mayPassPreciseGeo: false,
  mayPassTid: false,
  mayPassEids: false,
  emptiesGeo: true,
  masksProfile: true,
};

test.each(Object.entries(closed))('%s is %s if one decision says so', (name, value) => {
  const privacy = new Map([open, { ...open, [name]: value }].map((decision, i) => [`bidder-${i}`, decision]));
  expect(strictest({ privacy })).toEqual({ ...open, [name]: value });
});

test('without a decision nothing personal is shown', () => {
  expect(strictest({ privacy: new Map() })).toEqual({ ...closed, reasons: [] });
});
