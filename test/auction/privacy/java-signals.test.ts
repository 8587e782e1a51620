import { describe, expect, test } from 'vitest';
import { writeTcf } from '#properties/arbitraries/consent.ts';
import { privacy } from '#src/auction/privacy.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { aBody, hostServices, ingest } from '#test/helpers/ingest.ts';

/** Sections 2 and 6. */
const CONSENT = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';
const GPP = `DBACNYA~${CONSENT}~1YNN`;

const nobody = { maxId: 1, ids: [], asRanges: false };
const consentOf = (over: { policyVersion?: number; created?: number }): string =>
  writeTcf({
    ...{ created: 16_000_000_000, cmpId: 7, listVersion: 34, policyVersion: 2, specialFeatures: 0, oneTreatment: 0, restrictions: [] },
    ...{ consents: 0, interests: 0, vendorConsents: nobody, vendorInterests: nobody, ...over },
  });

/** Runs `validate` and `privacy` of a host of the Java variant. */
async function through(over: object, settings: HostConfigInput = {}) {
  const host = { settings: { variant: 'java' as const, gdpr: { default_value: '0' as const }, ...settings } };
  const { auction } = await ingest(aBody(over), host);
  privacy(auction, hostServices(host));
  const documents = (kind: 'warnings' | 'errors') =>
    (auction.diagnostics[kind].get('srv') ?? []).flatMap(({ code, message }) => (code === 999 ? [message] : []));
  const { regs, user } = auction.request;
  return { regs, user, warnings: documents('warnings'), errors: documents('errors'), context: auction.privacyContext };
}

describe('a request to the Java variant', () => {
  test('has the older fields filled from its GPP string', async () => {
    const both = await through({ regs: { gpp: GPP, gpp_sid: [2, 6] } });
    expect([both.regs, both.user, both.warnings]).toEqual([
      { gpp: GPP, gpp_sid: [2, 6], gdpr: 1, us_privacy: '1YNN' },
      { consent: CONSENT },
      [],
    ]);
    const neither = await through({ regs: { gpp: GPP, gpp_sid: [7] } });
    expect([neither.regs, neither.user]).toEqual([{ gpp: GPP, gpp_sid: [7], gdpr: 0 }, undefined]);
    expect((await through({ regs: { gpp: GPP } })).regs).toEqual({ gpp: GPP });
  });

  test('keeps its own values, and gets warnings about contradictions', async () => {
    const { regs, user, warnings } = await through({
      regs: { gpp: GPP, gpp_sid: [2, 6], gdpr: 0, us_privacy: '1NNN' },
      user: { consent: consentOf({}) },
    });
    expect([regs?.gdpr, regs?.us_privacy, user?.consent]).toEqual([0, '1NNN', consentOf({})]);
    expect(warnings).toEqual([
      'GPP scope does not match TCF2 scope',
      'GPP TCF2 string does not match user.consent',
      'USP string does not match regs.us_privacy',
    ]);
    expect((await through({ regs: { gpp: 'malformed' } })).warnings).toEqual([
      'GPP string invalid: error parsing GPP header, header must have type=3',
    ]);
  });

  test('has the opt-out of GPP in the older field', async () => {
    const { regs, warnings } = await through({ regs: { gpp: 'DBABTA~1YYN', gpp_sid: [6], us_privacy: '1NNN' } });
    expect([regs?.us_privacy, warnings]).toEqual(['1YYN', ['USP string does not match regs.us_privacy']]);
  });

  test('keeps an opt-out in lower case next to a malformed string in GPP', async () => {
    const { context } = await through({ regs: { gpp: 'DBABTA~nonsense', gpp_sid: [6], us_privacy: '1yyn' } });
    expect(context?.saleOptOut).toBe(true);
  });

  test.each([
    ['BON', 'Parsing consent string:"BON" failed. TCF version 1 is deprecated and treated as corrupted TCF version 2'],
    ['CON', 'Parsing consent string:"CON" - failed. vendor consent strings are at least 29 bytes long. This one was 2'],
    [consentOf({ policyVersion: 6 }), 'Unknown tcfPolicyVersion 6, defaulting to gvlSpecificationVersion=3'],
    [consentOf({ created: Date.UTC(2026, 3, 1) / 100 }), 'Invalid TCF string: `disclosedVendors` list is empty.'],
  ])('gets a warning about the consent string %s', async (consent, warning) => {
    expect((await through({ user: { consent } })).warnings).toEqual([warning]);
    expect((await through({ user: { consent } }, { gdpr: { enabled: false, default_value: '0' } })).warnings).toEqual([]);
  });

  test('is not in scope by a consent string that lacks the disclosed vendors: it counts as empty', async () => {
    const settings: HostConfigInput = { gdpr: { default_value: '0', consent_string_means_in_scope: true } };
    const [older, recent] = [consentOf({}), consentOf({ created: Date.UTC(2026, 3, 1) / 100 })];
    const applies = async (consent: string) => (await through({ user: { consent } }, settings)).context?.gdprApplies;
    expect([await applies(older), await applies(recent)]).toEqual([true, false]);
  });

  test('may write US Privacy in lower case', async () => {
    expect((await through({ regs: { us_privacy: '1yny' } })).context?.usPrivacy).toBe('1YNY');
    expect((await through({ regs: { us_privacy: '1xnn' } })).errors).toEqual([
      "CCPA consent 1xnn has invalid format: us_privacy must specify 'N' or 'n', 'Y' or 'y', '-' for the explicit notice",
    ]);
    expect((await through({ regs: { us_privacy: '2nnn' } })).errors).toEqual([
      'CCPA consent 2nnn has invalid format: us_privacy must specify version 1',
    ]);
  });
});
