/** Params of a slot. */
import { z } from 'zod';
import { type Lenient, readerOf } from '../../kit/reader.ts';

const params = z.object({
  slotid: z.string(),
  adtype: z.string(),
  publisherid: z.string(),
  signkey: z.string(),
  keyid: z.string(),
  isTestAuthorization: z.string(),
});
export type Params = Lenient<z.input<typeof params>>;
/** All params the exchange reads; the published schema lists the required ones. */
export const readParams = readerOf(params);

/** The message about the first param that is missing. The prefixes are those partners know. */
export function missingParam({ slotid, adtype, publisherid, signkey, keyid }: Params): string | undefined {
  if (!slotid) return 'ExtImpHuaweiAds: slotid is empty.';
  if (!adtype) return 'ExtImpHuaweiAds: adtype is empty.';
  if (!publisherid) return 'ExtHuaweiAds: publisherid is empty.';
  if (!signkey) return 'ExtHuaweiAds: signkey is empty.';
  return keyid ? undefined : 'ExtImpHuaweiAds: keyid is empty.';
}

export const isTest = ({ isTestAuthorization }: Params): boolean => isTestAuthorization === 'true';
