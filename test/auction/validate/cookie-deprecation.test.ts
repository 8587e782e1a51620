import { describe, expect, test } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import { checkCookieLabel, fillJavaCookieLabel } from '#src/auction/validate/cookie-deprecation.ts';
import { ValidationResult } from '#src/auction/validate/validation-result.ts';
import { accountSchema } from '#src/config/account.ts';
import type { Device } from '#src/openrtb/ortb.ts';
import { anAuction, incoming } from '#test/helpers/auction.ts';
import { aBody, ingest } from '#test/helpers/ingest.ts';
import { testServices } from '#test/helpers/services.ts';

const services = testServices();
const taking = accountSchema.parse({ privacy: { privacysandbox: { cookiedeprecation: { enabled: true } } } });

function filled(device: Device | undefined, label: string | undefined, variant: 'go' | 'java' = 'go', account = taking): Auction {
  const from = incoming({ headers: { 'sec-cookie-deprecation': label } });
  const auction = anAuction(services, { id: 'r', imp: [], device }, { account, incoming: from });
  if (variant === 'java') fillJavaCookieLabel(auction);
  else {
    const result = new ValidationResult();
    const error = checkCookieLabel(auction, services, result);
    if (error !== undefined) result.reject(error);
    result.apply(auction);
  }
  return auction;
}

describe('the cookie deprecation label', () => {
  test('is set in the device for enabled accounts', () => {
    expect(filled(undefined, 'label').request.device).toEqual({ ext: { cdep: 'label' } });
    expect(filled({ ext: { atts: 1 } }, 'label').request.device).toEqual({ ext: { atts: 1, cdep: 'label' } });
    expect(filled(undefined, 'label', 'go', accountSchema.parse({})).request.device).toBeUndefined();
  });

  test('does not replace the request’s own', () => {
    expect(filled({ ext: { cdep: 'own' } }, 'label').request.device).toEqual({ ext: { cdep: 'own' } });
    expect(filled({}, undefined).request.device).toEqual({});
  });

  test('longer than 100 characters causes a warning', () => {
    const long = 'x'.repeat(101);
    expect(filled({}, 'x'.repeat(100)).request.device?.ext?.cdep).toHaveLength(100);
    expect(filled({}, long).diagnostics.warnings).toEqual(
      new Map([['general', [{ code: 10011, message: 'request.device.ext.cdep must not exceed 100 characters' }]]]),
    );
    expect(filled({}, long, 'java').diagnostics.warnings).toEqual(
      new Map([['srv', [{ code: 999, message: 'Sec-Cookie-Deprecation header has invalid value' }]]]),
    );
  });

  test('causes its warning after the earlier rules, and none if they fail', async () => {
    const host = { account: { privacy: { privacysandbox: { cookiedeprecation: { enabled: true } } } } };
    const http = { headers: { 'sec-cookie-deprecation': 'x'.repeat(101) } };
    const body = { regs: { us_privacy: 'x' }, ext: { srv: { multibid: [{}] } } };
    expect((await ingest(aBody(body), { ...host, http })).warnings).toEqual([
      expect.stringMatching(/^maxBids/),
      'request.device.ext.cdep must not exceed 100 characters',
      expect.stringMatching(/^CCPA/),
    ]);
    expect((await ingest(aBody({ id: '' }), { ...host, http })).rejected).toEqual(['request missing required field: "id"']);
  });

  test('rejects a device.ext with invalid percentages of interstitials, whatever the imps', () => {
    const ext = { srv: { interstitial: { minwidthperc: 101, minheightperc: 5 } } };
    const message = 'request.device.ext.srv.interstitial.minwidthperc must be a number between 0 and 100';
    expect(filled({ ext }, undefined).rejection).toEqual({ kind: 'invalid', messages: [message] });
    expect(filled({ ext }, undefined, 'go', accountSchema.parse({})).rejection).toBeUndefined();
  });

  test('rejects a device.ext that is not an object', () => {
    expect(filled({ ext: 'text' as never }, 'label').rejection).toEqual({ kind: 'invalid', messages: ['expect { or n, but found "'] });
  });
});
