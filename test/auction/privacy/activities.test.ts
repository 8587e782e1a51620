import { describe, expect, it } from 'vitest';
import { type ActivityRequest, compileActivities } from '#src/auction/privacy/activities.ts';
import { syncActivityRequest, toActivityRequest } from '#src/auction/privacy/activity-request.ts';
import { componentPrivacy, mayReport } from '#src/auction/privacy/component.ts';
import type { PrivacyContext } from '#src/auction/privacy/decision.ts';
import { compileModules } from '#src/auction/privacy/privacy-modules.ts';
import { privacySettings } from '#src/auction/privacy/settings.ts';
import { type AccountInput, accountSchema } from '#src/config/account.ts';
import { hostSchema } from '#src/config/schema.ts';
import { readGpp } from '#src/privacy/gpp.ts';

type Rules = NonNullable<NonNullable<NonNullable<AccountInput['privacy']>['allowactivities']>[string]['rules']>;

/** Whether bidder `alpha` may be called under these rules if nothing else is allowed. */
function allowed(rules: Rules, request?: ActivityRequest, byDefault = false): boolean {
  return compileActivities({ fetchBids: { default: byDefault, rules } }, [], false, false).isAllowed(
    'fetchBids',
    { type: 'bidder', name: 'alpha' },
    request,
  );
}

describe('activity rules', () => {
  it('allow everything if there are none', () => {
    const control = compileActivities(undefined, [], false, false);
    expect([control.isEmpty, control.isAllowed('fetchBids', { type: 'bidder', name: 'alpha' })]).toEqual([true, true]);
    expect(compileActivities({ somethingElse: {} }, [], false, false).isEmpty).toBe(true);
    expect(
      compileActivities({ transmitTid: { default: false } }, [], false, false).isAllowed('fetchBids', { type: 'bidder', name: 'alpha' }),
    ).toBe(true);
  });

  it('without names or types match everything; empty lists are ignored with their rule in the Java variant', () => {
    const component = { type: 'bidder', name: 'alpha' };
    const settings = (condition: object) => ({ fetchBids: { rules: [{ condition, allow: false }] } });
    const isAllowed = (condition: object, dropsEmpty: boolean) =>
      compileActivities(settings(condition), [], false, dropsEmpty).isAllowed('fetchBids', component);
    for (const condition of [{ componentName: [] }, { componentType: [], componentName: ['alpha'] }]) {
      expect(isAllowed(condition, true)).toBe(true);
      expect(isAllowed(condition, false)).toBe(false);
    }
    expect(isAllowed({}, true)).toBe(false);
    const privacy = accountSchema.parse({ privacy: { allowactivities: settings({ componentName: [] }) } });
    const of = (variant: 'go' | 'java') => privacySettings(hostSchema.parse({ variant }), privacy).activities;
    expect(of('java').isAllowed('fetchBids', component)).toBe(true);
    expect(of('go').isAllowed('fetchBids', component)).toBe(false);
  });

  it('decide by the first that matches, else by the default', () => {
    const denies = { condition: { componentName: ['alpha'] }, allow: false };
    expect(allowed([denies, { allow: true }])).toBe(false);
    expect(allowed([{ condition: { componentName: ['beta'] }, allow: true }])).toBe(false);
    expect(allowed([{ condition: { componentName: ['beta'] }, allow: false }], undefined, true)).toBe(true);
  });

  it('allow if they have no result', () => {
    expect(allowed([{}])).toBe(true);
    expect(
      compileActivities({ fetchBids: { rules: [] } }, [], false, false).isAllowed('fetchBids', { type: 'bidder', name: 'alpha' }),
    ).toBe(true);
  });

  it('are found under both names of an activity', () => {
    const host = compileActivities({ 'call-bidder': { default: false }, transmitGeo: { default: false } }, [], false, false);
    const bidder = { type: 'bidder', name: 'alpha' };
    expect([host.isAllowed('fetchBids', bidder), host.isAllowed('transmitPreciseGeo', bidder), host.isAllowed('syncUser', bidder)]).toEqual(
      [false, false, true],
    );
  });

  it('match components by name and type in any case; empty lists match all', () => {
    expect(allowed([{ condition: { componentName: ['Alpha'], componentType: ['BIDDER'] } }])).toBe(true);
    expect(allowed([{ condition: { componentName: [], componentType: [] } }])).toBe(true);
    expect(allowed([{ condition: { componentType: ['rtd'] } }])).toBe(false);
    const rtd = compileActivities({ fetchBids: { default: false, rules: [{ condition: { componentType: ['rtd'] } }] } }, [], false, false);
    expect(rtd.isAllowed('fetchBids', { type: 'general', name: 'module' })).toBe(true);
  });

  it('match applicable sections, of which a call without a request has none', () => {
    const rules = [{ condition: { gppSid: [7, 8] } }];
    expect([allowed(rules, { gppSid: [2, 8] }), allowed(rules, { gppSid: [2] }), allowed(rules, {}), allowed(rules)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('match locations by country, or country and region; an unknown location matches', () => {
    const rules = [{ condition: { geo: ['usa', 'CAN.ON'] } }];
    const at = (country: string, region: string) => allowed(rules, { geo: { country, region } });
    expect([at('USA', 'CA'), at('can', 'on'), at('CAN', 'QC'), at('', ''), allowed(rules, {}), allowed(rules)]).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
    ]);
  });

  it('match global privacy control', () => {
    const rules = [{ condition: { gpc: '1' } }];
    expect([allowed(rules, { gpc: '1' }), allowed(rules, { gpc: '' }), allowed(rules)]).toEqual([true, false, true]);
    expect(
      allowed(
        rules,
        syncActivityRequest(readGpp(''), [], compileActivities({}, [], false, false), () => 0.5),
      ),
    ).toBe(true);
  });

  it('are found under any spelling of the activity', () => {
    for (const name of ['fetchBids', 'fetch-bids', 'fetch_bids']) {
      expect(
        compileActivities({ [name]: { default: false } }, [], false, false).isAllowed('fetchBids', { type: 'bidder', name: 'a' }),
      ).toBe(false);
    }
  });

  it('evaluate the privacy modules they name', () => {
    const modules = compileModules([
      { code: 'iab.usgeneral', enabled: true, skipRate: 50, config: {} },
      { code: 'iab.uscustomlogic', enabled: true, skipRate: 0, config: {} },
      { code: 'other', enabled: true, skipRate: 0 },
      { code: 'iab.usgeneral', enabled: false, skipRate: 0 },
    ]);
    const control = (entry: string) => compileActivities({ syncUser: { rules: [{ privacyreg: [entry] }] } }, modules, false, false);
    const optedOut: ActivityRequest = { gpp: readGpp('DBABLA~CEAQAAAAAABA.QA'), gppSid: [7] };
    const decisionsOf = (entry: string, request?: ActivityRequest) =>
      control(entry).isAllowed('syncUser', { type: 'bidder', name: 'a' }, request);
    expect(modules.map(({ code }) => code)).toEqual(['iab.usgeneral', 'iab.uscustomlogic']);
    expect([
      decisionsOf('iab.usgeneral', optedOut),
      decisionsOf('iab.*', optedOut),
      decisionsOf('*', optedOut),
      decisionsOf('iab.uscustomlogic', optedOut),
    ]).toEqual([false, false, false, true]);
    expect(decisionsOf('*', { ...optedOut, skipped: new Set([0]) })).toBe(true);
    expect(decisionsOf('*', { ...optedOut, gpp: readGpp('DBABLA~BVVqAAAAAWA.QA') })).toBe(true);
    expect(decisionsOf('*')).toBe(true);
  });
});

describe('request properties for rules', () => {
  const context = { gpp: '', gppSid: [7], gpc: '1' } as unknown as PrivacyContext;
  const modules = compileModules([{ code: 'iab.usgeneral', enabled: true, skipRate: 50 }]);
  const control = compileActivities({ fetchBids: {} }, modules, false, false);

  it('contain the location of the device, else of the user', () => {
    const device = toActivityRequest(
      { id: '', imp: [], device: { geo: { country: 'USA' } }, user: { geo: { country: 'DEU' } } },
      context,
      control,
      () => 0.9,
    );
    const user = toActivityRequest({ id: '', imp: [], user: { geo: { country: 'DEU', region: 'BY' } } }, context, control, () => 0.9);
    expect([device.geo, user.geo]).toEqual([
      { country: 'USA', region: '' },
      { country: 'DEU', region: 'BY' },
    ]);
    expect([device.gppSid, device.gpc, device.skipped]).toEqual([[7], '1', undefined]);
  });

  it('are empty if there are no rules', () => {
    expect(toActivityRequest({ id: '', imp: [] }, context, compileActivities(undefined, [], false, false), () => 0)).toEqual({});
  });

  it('contain the modules skipped this time', () => {
    expect(syncActivityRequest(readGpp(''), [2], control, () => 0.1)).toMatchObject({ gppSid: [2], skipped: new Set([0]) });
  });
});

describe('a component other than a bidder', () => {
  const services = { config: hostSchema.parse({}) };
  const account = accountSchema.parse({
    privacy: {
      allowactivities: {
        reportAnalytics: { rules: [{ condition: { componentName: ['pubstack'], componentType: ['analytics'] }, allow: false }] },
        transmitUfpd: {
          rules: [
            { condition: { gppSid: [2] }, allow: true },
            { condition: { componentType: ['analytics'] }, allow: false },
          ],
        },
      },
    },
  });

  it('gets a copy masked by the activities, evaluated without the request', () => {
    const decision = componentPrivacy({ type: 'analytics', name: 'agma' }, account, services);
    expect([decision.mayPassUfpd, decision.mayPassPreciseGeo]).toEqual([false, true]);
    expect(componentPrivacy({ type: 'analytics', name: 'agma' }, accountSchema.parse({}), services).mayPassUfpd).toBe(true);
  });

  it('receives auctions only if that is allowed', () => {
    expect([mayReport('pubstack', account, services), mayReport('agma', account, services)]).toEqual([false, true]);
  });
});

describe('eids', () => {
  const isAllowed = (allowactivities: object, gdpr: object): boolean => {
    const config = hostSchema.parse({ gdpr: { purposes: { p4: { eid: gdpr } } } });
    const account = accountSchema.parse({ privacy: { allowactivities } });
    return privacySettings(config, account).activities.isAllowed('transmitEids', { type: 'bidder', name: 'alpha' });
  };
  const denied = { transmitUfpd: { default: false } };

  it('follow first-party data of the user unless the host disables it or the account has a rule', () => {
    expect([isAllowed(denied, {}), isAllowed(denied, { activity_transition: false })]).toEqual([false, true]);
    expect(isAllowed({ ...denied, transmitEids: { default: true } }, { activity_transition: true })).toBe(true);
  });
});
