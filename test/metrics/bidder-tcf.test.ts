import { expect, test } from 'vitest';
import { type BidderPrivacy, type PrivacyReason, unlimited } from '#src/auction/privacy/decision.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { count, rejected } from './count-auctions.ts';

test('requests by the number of bidders, and what the GDPR took from these, count for readers of the Java variant’s names only', () => {
  const denied = (...removes: PrivacyReason['removes'][]): BidderPrivacy => ({
    ...unlimited,
    mayCall: !removes.includes('call'),
    reasons: removes.map((removed) => ({ rule: 'tcf', removes: removed })),
  });
  const privacy = new Map([
    ['alias', denied('ids', 'geo')],
    ['beta', denied('call', 'ids', 'geo')],
    ['nobody', denied('call')],
  ]);
  const ended = {
    privacy,
    aliases: new Map([['alias', 'alpha']]),
    outcomes: [{ bidder: 'alias', kind: 'bids' as const, ms: 40, calls: [] }],
  };
  const families = ['adapter_tcf', 'requests_by_bidders'];
  const request = { ...validRequest(), user: { id: 'u' } };
  const effect = (adapter: string, name: string): string =>
    `adapter_tcf{adapter="${adapter}",request_type="openrtb2-web",effect="${name}"}`;
  expect(count(families, [ended, rejected('invalid')], { variant: 'java' }, request)).toEqual({
    'requests_by_bidders{bidders="2"}': 1,
    [effect('alpha', 'userid_removed')]: 1,
    [effect('beta', 'request_blocked')]: 1,
  });
  const located = { ...validRequest(), device: { geo: { lat: 1 } } };
  expect(count(['adapter_tcf'], [ended], { variant: 'java' }, located)).toEqual({
    [effect('alpha', 'geo_masked')]: 1,
    [effect('beta', 'request_blocked')]: 1,
  });
  expect(count(families, [ended], {}, request)).toEqual({});
});
