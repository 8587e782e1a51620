import { describe, expect, test } from 'vitest';
import { isSwitchedOn, mayReportAccount, mayReportAuction } from '#src/analytics/permission.ts';
import type { PrivacyContext } from '#src/auction/privacy/decision.ts';
import type { AccountInput } from '#src/config/account.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { endedAuction, noSignals } from '#test/helpers/analytics.ts';
import { testServices } from '#test/helpers/services.ts';

function switchedOn(name: string, account: AccountInput, adapters?: string[] | string): boolean {
  const services = testServices({ settings: { account_defaults: account, analytics: { global: { adapters } } } });
  return isSwitchedOn(name, services.config.account_defaults, services);
}

const modules = (settings: Record<string, unknown>): AccountInput => ({ analytics: { modules: { pubstack: settings } } });

describe("the account's switch", () => {
  test.each([
    ['on if neither host nor account has settings', {}, undefined, true],
    ["on if the host's list has the module", {}, ['pubstack'], true],
    ["on if the host's list is one string with commas", {}, 'agma, pubstack', true],
    ["off if the host's list does not have it", {}, ['agma'], false],
    ['on if the account has settings without a switch, listed or not', modules({}), ['agma'], true],
    ['on if the account switches it on', modules({ enabled: true }), [], true],
    ['off if the account switches it off', modules({ enabled: false }), ['pubstack'], false],
  ])('is %s', (_, account, adapters, expected) => {
    expect(switchedOn('pubstack', account, adapters)).toBe(expected);
  });
});

test('an account that switches a module off withholds its auctions and notifications', () => {
  const services = testServices({ settings: { account_defaults: modules({ enabled: false }) } });
  const account = services.config.account_defaults;
  const may = (name: string): boolean[] => [
    mayReportAccount(name, account, services),
    mayReportAuction({ name, gvlId: 0 }, endedAuction(services, undefined, { account }), services),
  ];
  expect([may('pubstack'), may('agma')]).toEqual([
    [false, false],
    [true, true],
  ]);
});

const context = (over: Partial<PrivacyContext> = {}): PrivacyContext => ({ ...noSignals, gdprSignal: 1, gdprApplies: true, ...over });

function reported(gvlId: number, privacyContext: PrivacyContext | undefined, settings: HostConfigInput = {}): boolean {
  const services = testServices({ settings });
  return mayReportAuction({ name: 'm', gvlId }, endedAuction(services, undefined, { privacyContext }), services);
}

describe('TCF', () => {
  test('is not checked for modules without a vendor id', () => {
    expect(reported(0, context())).toBe(true);
  });

  test('withholds auctions without consent from modules with a vendor id', () => {
    expect(reported(12, context())).toBe(false);
    expect(reported(12, context({ gdprApplies: false }))).toBe(true);
  });

  test('withholds requests with unread signals from modules with a vendor id, unless the host disables TCF', () => {
    expect(reported(12, undefined)).toBe(false);
    expect(reported(12, undefined, { gdpr: { enabled: false } })).toBe(true);
    expect(reported(0, undefined)).toBe(true);
  });

  test('applies to all modules if the host enables it, as in the Java variant', () => {
    expect(reported(0, context(), { analytics: { tcf: 'all' } })).toBe(false);
    expect(reported(0, context(), { variant: 'java' })).toBe(false);
    expect(reported(0, context(), { variant: 'java', analytics: { tcf: 'vendors' } })).toBe(true);
  });
});
