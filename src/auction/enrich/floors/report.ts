/** What went wrong with floors, in the response's errors. */
import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/findings.ts';
import { CODES } from '#src/bidders/errors.ts';

/** @param debugOnly shown with debug output only: nobody who never asked for floors wants to read about them */
export const reportFloors = ({ findings }: Pick<Auction, 'findings'>, message: string, debugOnly: boolean): void =>
  findings.error(OWN, CODES.unknown, message, debugOnly ? { debugOnly } : undefined);
