/** Floor errors in the response. */

import { CODES } from '#src/bidders/errors.ts';
import type { Auction } from '../auction.ts';
import { OWN } from '../diagnostics.ts';

/** @param debugOnly shown with debug output only: callers that did not request floors do not see them */
export const reportFloors = ({ diagnostics }: Pick<Auction, 'diagnostics'>, message: string, debugOnly: boolean): void =>
  diagnostics.error(OWN, CODES.unknown, message, debugOnly ? { debugOnly } : undefined);
