import { describe, expect, test } from 'vitest';
import { cutCopy } from '#src/analytics/cut.ts';
import type { Auction } from '#src/auction/auction.ts';
import { type BidderPrivacy, type PrivacyContext, unlimited } from '#src/auction/privacy/decision.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { BidRequest, User } from '#src/wire/ortb.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

const request: BidRequest = {
  ...validRequest(),
  user: { id: 'u', yob: 1980, eids: [{ source: 's' }], geo: { lat: 48.85341, lon: 2.3488 } },
};
const rough = { lat: 48.85, lon: 2.35 };

interface Case {
  readonly context?: Partial<PrivacyContext> | null;
  readonly over?: Partial<Auction>;
  readonly hasGround?: boolean;
  readonly settings?: HostConfigInput;
}

function userOf({ context = {}, over = {}, hasGround = false, settings = {} }: Case): User | undefined {
  const services = testServices({ settings });
  const auction = endedAuction(services, request, over);
  auction.privacyContext = context === null || !auction.privacyContext ? undefined : { ...auction.privacyContext, ...context };
  return cutCopy(auction, { name: 'm', hasGround }, services).request.user;
}

const decisions = (...made: Partial<BidderPrivacy>[]): Partial<Auction> => ({
  privacy: new Map(made.map((decision, i) => [`bidder-${i}`, { ...unlimited, ...decision }])),
});
const blocked = { mayPassIds: false, mayPassEids: false, mayPassPreciseGeo: false };

describe("a sink's copy", () => {
  test('is whole where nothing speaks against it', () => {
    expect(userOf({})).toEqual(request.user);
  });

  test('has no ids, no user data and no place of a child', () => {
    expect(userOf({ context: { coppa: true }, hasGround: true })).toEqual({ geo: {} });
  });

  test('has no ids, no user data and a rough place of a user who limits tracking', () => {
    expect(userOf({ context: { lmt: true }, hasGround: true })).toEqual({ geo: rough });
  });

  test('has none of a user who opted out of sale, where that is enforced and concerns everybody', () => {
    const settings: HostConfigInput = { ccpa: { enforce: true } };
    const context = { usPrivacy: '1YYN' };
    expect(userOf({ context, settings })).toEqual({ geo: rough });
    expect(userOf({ context })).toEqual(request.user);
    expect(userOf({ context: { usPrivacy: '1YNN' }, settings })).toEqual(request.user);
    const free = { ...request, ext: { srv: { nosale: ['*'] } } };
    expect(userOf({ context, settings, over: { request: free } })).toEqual(request.user);
  });

  test('has under the GDPR what at least one bidder may have', () => {
    const context = { gdprApplies: true };
    expect(userOf({ context, over: decisions(blocked, {}) })).toEqual(request.user);
    expect(userOf({ context, over: decisions(blocked, blocked) })).toEqual({ geo: rough });
    expect(userOf({ context, over: decisions(blocked, { mayPassIds: false, mayPassEids: false }) })).toEqual({
      geo: { lat: 48.85341, lon: 2.3488 },
    });
  });

  test('is left to the sink under the GDPR where that has a ground of its own', () => {
    expect(userOf({ context: { gdprApplies: true }, over: decisions(blocked), hasGround: true })).toEqual(request.user);
  });

  test('has nothing personal of a request whose signals were never read', () => {
    expect(userOf({ context: null })).toEqual({ geo: rough });
  });

  test('is whole where the host leaves all that to activities', () => {
    const settings: HostConfigInput = { analytics: { honor_signals: false } };
    expect([userOf({ context: { coppa: true }, settings }), userOf({ context: null, settings })]).toEqual([request.user, request.user]);
  });
});
