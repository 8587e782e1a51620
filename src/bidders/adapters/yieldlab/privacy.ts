/** Consent and transparency from `user.ext` and `regs.ext`. */

import { z } from 'zod';
import type { Result } from '#src/lang/result.ts';
import type { SharedRequest } from '../../bidder.ts';
import { readerOf, type ValueOf } from '../../kit/reader.ts';
import type { Query } from '../../kit/url.ts';

const transparency = z.array(z.object({ domain: z.string(), dsaparams: z.array(z.int()) }));

const readUserExt = readerOf(z.object({ consent: z.string() }));
const readRegsExt = readerOf(
  z.object({ gdpr: z.int(), dsa: z.object({ dsarequired: z.int(), pubrender: z.int(), datatopub: z.int(), transparency }) }),
);

/** DSA object of an ad. */
export const dsaOfBid = z.object({ behalf: z.string(), paid: z.string(), adrender: z.int(), transparency });

type RegsExt = ValueOf<typeof readRegsExt>;

export interface Privacy {
  /** `gdpr` and `gdpr_consent`, if known. */
  readonly gdpr: { readonly gdpr: 0 | 1 | undefined; readonly gdpr_consent: string | undefined };
  readonly dsa: RegsExt['dsa'];
}

/** A string result names the malformed field. */
export function privacyOf({ user, regs }: SharedRequest): Result<Privacy> {
  const userExt = readUserExt(user?.ext ?? null);
  if ('error' in userExt) return { error: `failed to parse ExtUser in Yieldlab GDPR check: ${userExt.error}` };
  const regsExt = readRegsExt(regs?.ext ?? null);
  if ('error' in regsExt) return { error: `failed to parse Regs.Ext object from Yieldlab response: ${regsExt.error}` };
  const { gdpr, dsa } = regsExt.value;
  return { value: { gdpr: { gdpr: gdpr === 0 || gdpr === 1 ? gdpr : undefined, gdpr_consent: userExt.value.consent || undefined }, dsa } };
}

/** Transparency as `domain~1_2`, joined with `~~`. */
export function dsaQuery(dsa: Privacy['dsa'] = {}): Query {
  const parties = dsa.transparency?.map(({ domain = '', dsaparams = [] }) =>
    domain !== '' && dsaparams.length > 0 ? `${domain}~${dsaparams.join('_')}` : domain,
  );
  return {
    dsarequired: dsa.dsarequired,
    dsapubrender: dsa.pubrender,
    dsadatatopub: dsa.datatopub,
    dsatransparency: parties?.join('~~') || undefined,
  };
}
