import { describe, expect, test } from 'vitest';
import { maskedCopy } from '#src/analytics/masked-copy.ts';
import type { Auction } from '#src/auction/auction.ts';
import { type BidderPrivacy, type PrivacyContext, unlimited } from '#src/auction/privacy/decision.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { BidRequest, User } from '#src/openrtb/ortb.ts';
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
  readonly hasLegalBasis?: boolean;
  readonly settings?: HostConfigInput;
}

const userOf = (given: Case): User | undefined => copyOf(given).user;

function copyOf({ context = {}, over = {}, hasLegalBasis = false, settings = {} }: Case): BidRequest {
  const services = testServices({ settings });
  const auction = endedAuction(services, request, over);
  auction.privacyContext = context === null || !auction.privacyContext ? undefined : { ...auction.privacyContext, ...context };
  return maskedCopy(auction, { name: 'm', hasLegalBasis }, services).request;
}

const decisions = (...made: Partial<BidderPrivacy>[]): Partial<Auction> => ({
  privacy: new Map(made.map((decision, i) => [`bidder-${i}`, { ...unlimited, ...decision }])),
});
const blocked = { mayPassIds: false, mayPassEids: false, mayPassPreciseGeo: false };

describe("a sink's copy", () => {
  test('is complete without restrictions', () => {
    expect(userOf({})).toEqual(request.user);
  });

  test('has no ids, no user data and no location of a child', () => {
    expect(userOf({ context: { coppa: true }, hasLegalBasis: true })).toEqual({ geo: {} });
  });

  test('has no ids, no user data and a rounded location of a user who limits tracking', () => {
    expect(userOf({ context: { lmt: true }, hasLegalBasis: true })).toEqual({ geo: rough });
  });

  test('has no such data of a user who opted out of sale, if that is enforced for all', () => {
    const settings: HostConfigInput = { ccpa: { enforce: true } };
    const context = { usPrivacy: '1YYN', saleOptOut: true };
    expect(userOf({ context, settings })).toEqual({ geo: rough });
    expect(userOf({ context })).toEqual(request.user);
    expect(userOf({ context: { usPrivacy: '1YNN' }, settings })).toEqual(request.user);
    const free = { ...request, ext: { srv: { nosale: ['*'] } } };
    expect(userOf({ context, settings, over: { request: free } })).toEqual(request.user);
  });

  test('has under the GDPR what at least one bidder may receive', () => {
    const context = { gdprApplies: true };
    expect(userOf({ context, over: decisions(blocked, {}) })).toEqual(request.user);
    expect(userOf({ context, over: decisions(blocked, blocked) })).toEqual({ geo: rough });
    expect(userOf({ context, over: decisions(blocked, { mayPassIds: false, mayPassEids: false }) })).toEqual({
      geo: { lat: 48.85341, lon: 2.3488 },
    });
    expect(userOf({ context, over: decisions(blocked, { mayCall: false }) })).toEqual({ geo: rough });
  });

  test('has a location no finer than bidders of the Java variant receive, whatever restricts it', () => {
    const device = { geo: { country: 'DEU', region: 'BE', city: 'Berlin', zip: '10115', lat: 52.5321, lon: 13.3849 } };
    const over = { request: { ...request, device } };
    const deviceOf = (context: Partial<PrivacyContext>, privacy: object) =>
      copyOf({ context, over, settings: { variant: 'java', account_defaults: { privacy } } }).device;
    const denied = { allowactivities: { transmitPreciseGeo: { default: false } } };
    const coarse = { geo: { country: 'DEU', region: 'BE', lat: 52.53, lon: 13.38 } };
    expect(deviceOf({}, denied)).toEqual(coarse);
    expect(deviceOf({ lmt: true }, {})).toEqual(coarse);
    expect(deviceOf({ lmt: true }, denied)).toEqual(coarse);
  });

  test('has what both the signals and the activities of the sink allow', () => {
    const rules = { transmitUfpd: { default: false }, transmitEids: { default: true } };
    const settings = (variant: 'go' | 'java'): HostConfigInput => ({ variant, account_defaults: { privacy: { allowactivities: rules } } });
    const without = (decision: Partial<BidderPrivacy>, variant: 'go' | 'java'): unknown =>
      userOf({ context: { gdprApplies: true }, over: decisions(decision), settings: settings(variant) });
    const { eids, geo } = request.user ?? {};
    expect([without({}, 'go'), without({}, 'java')]).toEqual([{ geo }, { eids }]);
    const imprecise = { mayPassPreciseGeo: false };
    expect([without(imprecise, 'go'), without(imprecise, 'java')]).toEqual([{ geo: rough }, { eids }]);
    expect([without(blocked, 'go'), without(blocked, 'java')]).toEqual([{ geo: rough }, undefined]);
  });

  test('is left to a sink with a legal basis of its own under the GDPR', () => {
    expect(userOf({ context: { gdprApplies: true }, over: decisions(blocked), hasLegalBasis: true })).toEqual(request.user);
  });

  test('has no personal data of a request with unread signals', () => {
    expect(userOf({ context: null })).toEqual({ geo: rough });
  });

  test('is complete if the host relies on activities only', () => {
    const settings: HostConfigInput = { analytics: { honor_signals: false } };
    expect([userOf({ context: { coppa: true }, settings }), userOf({ context: null, settings })]).toEqual([request.user, request.user]);
  });
});
