import { describe, expect, it } from 'vitest';
import { mayMeasureAuction } from '#src/auction/privacy/component.ts';
import type { PrivacyContext } from '#src/auction/privacy/decision.ts';
import { makeSyncPrivacy } from '#src/auction/privacy/sync-permission.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';
import { type AccountInput, accountSchema } from '#src/config/account.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { SyncSignals } from '#src/sync/privacy.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { vendor } from '#test/helpers/vendors.ts';

const P1_VENDOR_2 = 'CPGWbY_PGWbY_GYAAAENABCAAIAAAAAAAAAAACEAAAAA';
const NO_P1 = 'CPGWkCaPGWkCaApAAAENABCAAAAAAAAAAAAAABEAAAAA';
const entry = vendor({ purposes: [1] });

function decide(signals: Partial<SyncSignals>, host: HostConfigInput = {}, account: AccountInput = {}) {
  const services = testServices({
    settings: { ...host, gdpr: { default_value: '0', host_vendor_id: 2, ...host.gdpr } },
    bidders: registryOf(
      { code: 'alpha', info: { gvlVendorId: 2 } } as KnownBidder,
      { code: 'own', info: { gvlVendorId: 2, ccpaEnforced: false } } as KnownBidder,
    ),
    vendorLists: {
      list: (specVersion, version) => ({ specVersion, version, vendor: () => entry }),
      live: () => undefined,
    },
  });
  const all = { gdprSignal: -1, consent: '', usPrivacy: '', gpp: '', gppSid: [], ...signals } as const;
  return makeSyncPrivacy(all, accountSchema.parse(account), services);
}

describe('a sync request', () => {
  it('is unrestricted outside the GDPR', () => {
    const decision = decide({ gdprSignal: 0 });
    expect([decision.hostCookie().kind, decision.allowsBidder('alpha'), decision.allowsBidder('unknown')]).toEqual(['allowed', true, true]);
    expect(decide({ gdprSignal: 1 }, { gdpr: { enabled: false } }).allowsBidder('alpha')).toBe(true);
  });

  it("uses the host's default without a signal", () => {
    expect([decide({}).allowsBidder('alpha'), decide({}, { gdpr: { default_value: '1' } }).allowsBidder('alpha')]).toEqual([true, false]);
  });

  it('is inside the GDPR by its consent string alone if the host enables it', () => {
    const byString = (consent: string, means: boolean) =>
      decide({ gdprSignal: 0, consent }, { gdpr: { consent_string_means_in_scope: means } }).allowsBidder('alpha');
    expect([byString(NO_P1, true), byString(P1_VENDOR_2, true), byString('unreadable', true), byString(NO_P1, false)]).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('needs consent inside the GDPR', () => {
    const consented = decide({ gdprSignal: 1, consent: P1_VENDOR_2 });
    expect([consented.hostCookie(), consented.allowsBidder('alpha'), consented.allowsBidder('unknown')]).toEqual([
      { kind: 'allowed' },
      true,
      false,
    ]);
    expect([consented.allowsVendor('alpha'), consented.allowsVendor('unknown')]).toEqual([true, false]);
    const denied = decide({ gdprSignal: 1, consent: NO_P1 });
    expect([denied.hostCookie(), denied.allowsBidder('alpha')]).toEqual([{ kind: 'denied' }, false]);
    expect(decide({ gdprSignal: 1 }).hostCookie()).toEqual({ kind: 'denied' });
  });

  it('reports why a consent string is undecodable', () => {
    expect(decide({ gdprSignal: 1, consent: 'BON' }).hostCookie()).toEqual({
      kind: 'malformed',
      message: 'malformed consent string BON: vendor consent strings are at least 29 bytes long. This one was 2',
    });
    expect(decide({ gdprSignal: 1, consent: 'BON' }, { gdpr: { host_vendor_id: 0 } }).hostCookie()).toEqual({ kind: 'allowed' });
  });

  it('is blocked by an opt-out of sale', () => {
    const decision = decide({ usPrivacy: '1YYN' }, { ccpa: { enforce: true } });
    expect([decision.allowsSale('alpha'), decision.allowsBidder('alpha'), decision.hostCookie().kind]).toEqual([false, false, 'allowed']);
    expect(decide({ usPrivacy: '1YYN' }).allowsBidder('alpha')).toBe(true);
    expect(decision.allowsBidder('own')).toBe(true);
  });

  it('is blocked by the activity', () => {
    const rules = [{ condition: { gppSid: [7], componentName: ['alpha'] }, allow: false }];
    const account: AccountInput = { privacy: { allowactivities: { syncUser: { rules } } } };
    expect(decide({ gppSid: [7] }, {}, account).allowsBidder('alpha')).toBe(false);
    expect(decide({ gppSid: [7] }, {}, account).allowsActivity('beta')).toBe(true);
    expect(decide({ gppSid: [8] }, {}, account).allowsBidder('alpha')).toBe(true);
  });
});

it('a module with a vendor id receives auctions without consent outside the GDPR only', () => {
  const services = testServices();
  const account = accountSchema.parse({});
  const reported = (gdprApplies: boolean) =>
    mayMeasureAuction({ name: 'module', gvlId: 9 }, { gdprApplies } as PrivacyContext, account, services);
  expect([reported(false), reported(true)]).toEqual([true, false]);
});
