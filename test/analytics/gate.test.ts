import { describe, expect, test } from 'vitest';
import { isSwitchedOn, mayTellAuction } from '#src/analytics/gate.ts';
import type { PrivacyContext } from '#src/auction/privacy/decision.ts';
import type { AccountInput } from '#src/config/account.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { testServices } from '#test/helpers/services.ts';

function switchedOn(name: string, account: AccountInput, adapters?: string[] | string): boolean {
  const services = testServices({ settings: { account_defaults: account, analytics: { global: { adapters } } } });
  return isSwitchedOn(name, services.config.account_defaults, services);
}

const modules = (settings: Record<string, unknown>): AccountInput => ({ analytics: { modules: { pubstack: settings } } });

describe("the account's switch", () => {
  test.each([
    ['on where nobody says anything', {}, undefined, true],
    ["on where the host's list has the module", {}, ['pubstack'], true],
    ["on where the host's list is one text with commas", {}, 'agma, pubstack', true],
    ["off where the host's list does not have it", {}, ['agma'], false],
    ['on where the account has settings without a switch, list or not', modules({}), ['agma'], true],
    ['on where the account says so', modules({ enabled: true }), [], true],
    ['off where the account says so', modules({ enabled: false }), ['pubstack'], false],
  ])('is %s', (_, account, adapters, expected) => {
    expect(switchedOn('pubstack', account, adapters)).toBe(expected);
  });
});

const context = (over: Partial<PrivacyContext> = {}): PrivacyContext => ({
  gdprSignal: 1,
  gdprApplies: true,
  consent: '',
  usPrivacy: '',
  gpp: '',
  gppSid: [],
  coppa: false,
  lmt: false,
  ...over,
});

function told(gvlId: number, privacyContext: PrivacyContext | undefined, settings: HostConfigInput = {}): boolean {
  const services = testServices({ settings });
  return mayTellAuction({ name: 'm', gvlId }, endedAuction(services, undefined, { privacyContext }), services);
}

describe('TCF', () => {
  test('is not asked for modules without a vendor id', () => {
    expect(told(0, context())).toBe(true);
  });

  test('keeps auctions without consent from modules with one', () => {
    expect(told(12, context())).toBe(false);
    expect(told(12, context({ gdprApplies: false }))).toBe(true);
  });

  test('keeps requests whose signals were never read from modules with a vendor id, unless the host does without TCF', () => {
    expect(told(12, undefined)).toBe(false);
    expect(told(12, undefined, { gdpr: { enabled: false } })).toBe(true);
    expect(told(0, undefined)).toBe(true);
  });

  test('is asked for all modules where the host wants that, as the Java variant does', () => {
    expect(told(0, context(), { analytics: { tcf: 'all' } })).toBe(false);
    expect(told(0, context(), { variant: 'java' })).toBe(false);
    expect(told(0, context(), { variant: 'java', analytics: { tcf: 'vendors' } })).toBe(true);
  });
});
