import { describe, expect, it } from 'vitest';
import type { BidRequest, Regs, User } from '#src/openrtb/ortb.ts';
import { fillLegacyPrivacy } from '#src/privacy/gpp-fields.ts';

const TCF = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';
const GPP = `DBACNYA~${TCF}~1YNN`;

describe('a request for a bidder without GPP support', () => {
  const filled = (regs: Regs, user?: User): BidRequest => fillLegacyPrivacy({ id: 'r', imp: [], regs, ...(user && { user }) });

  it("has GPP's sections in the older fields", () => {
    expect(filled({ gpp: GPP, gpp_sid: [2, 6] }, { id: 'u' })).toEqual({
      id: 'r',
      imp: [],
      regs: { gpp: GPP, gpp_sid: [2, 6], gdpr: 1, us_privacy: '1YNN' },
      user: { id: 'u', consent: TCF },
    });
    expect(filled({ gpp: GPP, gpp_sid: [7] }).regs).toEqual({ gpp: GPP, gpp_sid: [7], gdpr: 0 });
    expect(filled({ gpp: 'DBABTA~1XXX', gpp_sid: [6] }).regs).toEqual({ gpp: 'DBABTA~1XXX', gpp_sid: [6], gdpr: 0 });
  });

  it('keeps its own values', () => {
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
