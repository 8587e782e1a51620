import { describe, expect, it } from 'vitest';
import { checkPrivacySignals } from '#src/auction/privacy/check-signals.ts';
import { fillLegacyPrivacy } from '#src/auction/privacy/gpp-fields.ts';
import type { BidRequest, Regs, User } from '#src/wire/ortb.ts';

const TCF = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';
const GPP = `DBACNYA~${TCF}~1YNN`;

function check(regs: Regs, user?: User): { refusal: string | undefined; warnings: string[] } {
  const warnings: string[] = [];
  const refusal = checkPrivacySignals(
    { id: 'r', imp: [], regs, ...(user && { user }) },
    {
      warn: (code, text) => {
        warnings.push(`${code} ${text}`);
      },
    },
  );
  return { refusal, warnings };
}

describe('the privacy signals of a request', () => {
  it('are silent where they agree', () => {
    expect(check({ gpp: GPP, gpp_sid: [2, 6], gdpr: 1, us_privacy: '1YNN' }, { consent: TCF })).toEqual({
      refusal: undefined,
      warnings: [],
    });
    expect(check({})).toEqual({ refusal: undefined, warnings: [] });
  });

  it('are warned of where they cannot be read or disagree', () => {
    expect(check({ gpp: 'malformed' }).warnings).toEqual([
      '10001 GPP consent string is invalid and will be ignored. (error parsing GPP header, header must have type=3)',
    ]);
    expect(check({ gpp: GPP, gpp_sid: [2, 6], gdpr: 0, us_privacy: '1YYY' }, { consent: 'other' }).warnings).toEqual([
      '10001 user.consent GDPR string conflicts with GPP (regs.gpp) GDPR string, using regs.gpp',
      '10001 regs.gdpr signal conflicts with GPP (regs.gpp_sid) and will be ignored',
      '10001 regs.us_privacy consent does not match uspv1 in GPP, using regs.gpp',
    ]);
    expect(check({ gpp_sid: [], gdpr: 1 }).warnings).toEqual([
      '10001 regs.gdpr signal conflicts with GPP (regs.gpp_sid) and will be ignored',
    ]);
    expect(check({ us_privacy: '{invalid}' }).warnings).toEqual([
      '10001 CCPA consent is invalid and will be ignored. (request.regs.ext.us_privacy must contain 4 characters)',
    ]);
  });

  it('refuse a GDPR signal that is neither 0 nor 1, what was warned of before stays', () => {
    expect(check({ gdpr: 2, gpp: 'D', us_privacy: 'x' })).toEqual({
      refusal: 'request.regs.gdpr must be either 0 or 1',
      warnings: ['10001 GPP consent string is invalid and will be ignored. (error parsing GPP header, should be at least 4 bytes long)'],
    });
  });
});

describe('a request for a bidder that does not read GPP', () => {
  const filled = (regs: Regs, user?: User): BidRequest => fillLegacyPrivacy({ id: 'r', imp: [], regs, ...(user && { user }) });

  it("has GPP's sections in the older fields", () => {
    expect(filled({ gpp: GPP, gpp_sid: [2, 6] }, { id: 'u' })).toEqual({
      id: 'r',
      imp: [],
      regs: { gpp: GPP, gpp_sid: [2, 6], gdpr: 1, us_privacy: '1YNN' },
      user: { id: 'u', consent: TCF },
    });
    expect(filled({ gpp: GPP, gpp_sid: [7] }).regs).toEqual({ gpp: GPP, gpp_sid: [7], gdpr: 0 });
  });

  it('keeps what it says itself', () => {
    const own: BidRequest = {
      id: 'r',
      imp: [],
      regs: { gpp: GPP, gpp_sid: [2, 6], gdpr: 0, us_privacy: '1NNN' },
      user: { consent: 'own' },
    };
    expect(fillLegacyPrivacy(own)).toBe(own);
    const bare: BidRequest = { id: 'r', imp: [], regs: { coppa: 1 } };
    expect(fillLegacyPrivacy(bare)).toBe(bare);
  });
});
