import { describe, expect, test } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import { checkCookieLabel, fillCookieLabelLikeJava } from '#src/auction/validate/cookie-deprecation.ts';
import { Verdict } from '#src/auction/validate/verdict.ts';
import { accountSchema } from '#src/config/account.ts';
import type { Device } from '#src/wire/ortb.ts';
import { anAuction, incoming } from '#test/helpers/auction.ts';
import { aBody, intake } from '#test/helpers/intake.ts';
import { testServices } from '#test/helpers/services.ts';

const services = testServices();
const taking = accountSchema.parse({ privacy: { privacysandbox: { cookiedeprecation: { enabled: true } } } });

function filled(device: Device | undefined, label: string | undefined, variant: 'go' | 'java' = 'go', account = taking): Auction {
  const from = incoming({ headers: { 'sec-cookie-deprecation': label } });
  const auction = anAuction(services, { id: 'r', imp: [], device }, { account, incoming: from });
  if (variant === 'java') fillCookieLabelLikeJava(auction);
  else {
    const verdict = new Verdict();
    const fault = checkCookieLabel(auction, services, verdict);
    if (fault !== undefined) verdict.refuse(fault);
    verdict.settle(auction);
  }
  return auction;
}

describe('the cookie deprecation label', () => {
  test('goes into the device for accounts that take part', () => {
    expect(filled(undefined, 'label').request.device).toEqual({ ext: { cdep: 'label' } });
    expect(filled({ ext: { atts: 1 } }, 'label').request.device).toEqual({ ext: { atts: 1, cdep: 'label' } });
    expect(filled(undefined, 'label', 'go', accountSchema.parse({})).request.device).toBeUndefined();
  });

  test('does not replace the request’s own', () => {
    expect(filled({ ext: { cdep: 'own' } }, 'label').request.device).toEqual({ ext: { cdep: 'own' } });
    expect(filled({}, undefined).request.device).toEqual({});
  });

  test('is a warning when longer than 100 characters', () => {
    const long = 'x'.repeat(101);
    expect(filled({}, 'x'.repeat(100)).request.device?.ext?.cdep).toHaveLength(100);
    expect(filled({}, long).findings.warnings).toEqual(
      new Map([['general', [{ code: 10011, message: 'request.device.ext.cdep must not exceed 100 characters' }]]]),
    );
    expect(filled({}, long, 'java').findings.warnings).toEqual(
      new Map([['srv', [{ code: 999, message: 'Sec-Cookie-Deprecation header has invalid value' }]]]),
    );
  });

  test('is warned of where the other rules stand, and not where they are not reached', async () => {
    const host = { account: { privacy: { privacysandbox: { cookiedeprecation: { enabled: true } } } } };
    const http = { headers: { 'sec-cookie-deprecation': 'x'.repeat(101) } };
    const body = { regs: { us_privacy: 'x' }, ext: { srv: { multibid: [{}] } } };
    expect((await intake(aBody(body), { ...host, http })).warnings).toEqual([
      expect.stringMatching(/^maxBids/),
      'request.device.ext.cdep must not exceed 100 characters',
      expect.stringMatching(/^CCPA/),
    ]);
    expect((await intake(aBody({ id: '' }), { ...host, http })).refused).toEqual(['request missing required field: "id"']);
  });

  test('refuses a device.ext that is no object', () => {
    expect(filled({ ext: 'text' as never }, 'label').refusal).toEqual({ kind: 'invalid', messages: ['expect { or n, but found "'] });
  });
});
