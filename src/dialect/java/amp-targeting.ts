/** Data of the imp in the targeting of an AMP page, as the Java variant reads it. */

import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/diagnostics.ts';
import { coerceFirstParty } from '#src/auction/validate/coerce-types.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** First-party objects of the whole request: a page cannot set them, and they are no data of the imp. */
const OF_THE_REQUEST = ['user', 'site', 'app', 'dooh', 'device', 'bidders'] as const;

/**
 * Removes the objects of the request; wrong types in them are reported.
 * @returns undefined if nothing is left
 */
export function toImpData(targeting: Ext, { diagnostics }: Auction): Ext | undefined {
  const data = { ...targeting };
  coerceFirstParty(data, 'targeting.', (message) => diagnostics.error(OWN, CODES.unknown, message));
  for (const name of OF_THE_REQUEST) delete data[name];
  return Object.keys(data).length > 0 ? data : undefined;
}
