/** Exchanges of whose responses only the first bid counts, with the media type in `bid.ext.mediaType`. */
import { z } from 'zod';
import type { BidderError, HttpResponse } from '../../bidder.ts';
import { badServer, generic } from '../../errors.ts';
import { toMediaType } from '../../kit/media-type.ts';
import { badBidType } from '../../kit/messages.ts';
import { readerOf } from '../../kit/reader.ts';
import type { ResponseSpec, SharedResponse, TypeRule } from '../../kit/response-spec.ts';

const readBidExt = readerOf(z.object({ mediaType: z.string() }));

/** `bid.ext.mediaType`; `error`: `bid.ext` cannot be read. */
const typeByExt =
  (error: (cause: string) => string): TypeRule =>
  ({ ext }) => {
    const found = readBidExt(ext);
    if ('error' in found) return badServer(error(found.error));
    return toMediaType(found.value.mediaType ?? '') ?? generic(badBidType(found.value.mediaType ?? ''));
  };

const oneBid = ({ seatbid: [first] = [] }: SharedResponse): BidderError | undefined => {
  if (!first) return badServer('Empty SeatBid');
  return first.bid.length === 0 ? badServer('Empty SeatBid.Bids') : undefined;
};

/** The message for status 400. */
export const badRequest = ({ body }: HttpResponse): string => `Bad Request. ${body}`;

export const firstBidResponse = (extError: (cause: string) => string) =>
  ({
    check: oneBid,
    readBids: 'first-bid',
    currency: { fixed: 'USD' },
    mediaType: typeByExt(extError),
    onBadBid: 'abort',
  }) satisfies ResponseSpec<undefined>;
