/** Requirements for creatives in the Java variant. */

import { hasInsecure, hasSecure } from '#src/auction/adjust/creative-checks.ts';
import type { Auction } from '#src/auction/auction.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { CreativeDialect } from '../contract/creatives.ts';
import { validationMessage } from './validation-message.ts';

const whereOf = ({ account, request }: Auction): string => `account=${account.id}, referrer=${request.site?.page ?? 'unknown'}`;

export const creatives: CreativeDialect = {
  maxSize: () => undefined,
  needsSize: true,
  isSecure: (adm) => hasSecure(adm) && !hasInsecure(adm),
  checksMarkup: (_bid, imp) => imp.secure === 1,
  sizeMessage: (mode, { bid, bidder }, max, auction) =>
    `BidResponse validation \`${mode}\`: bidder \`${bidder}\` response triggers creative size validation for bid ${bid.id}, ${whereOf(auction)}, max imp size='${max.w}x${max.h}', bid response size='${bid.w ?? null}x${bid.h ?? null}'`,
  markupMessage: (mode, { bid, bidder }, auction) =>
    `BidResponse validation \`${mode}\`: bidder \`${bidder}\` response triggers secure creative validation for bid ${bid.id}, ${whereOf(auction)}, adm=${bid.adm ?? null}`,
  report({ diagnostics }, bid, errors) {
    const messagesOf = (isError: boolean): string[] => errors.filter(({ enforced }) => enforced === isError).map(({ message }) => message);
    diagnostics.error(bid.bidder, CODES.invalidBid, validationMessage(bid, messagesOf(true), messagesOf(false)));
  },
};
