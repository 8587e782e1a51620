/** Info as it is stored: one JSON text each, newest first. */
import type { PreviousAuctionInfo } from '#src/auction/previous-auctions.ts';

/** Max length of one info; callers choose the length of ids. */
const MAX_LENGTH = 1024;

export interface StoreLimits {
  readonly ttl_seconds: number;
  /** Max bids and imps of one user. */
  readonly max_infos: number;
}

/** The texts of an auction's info; too long ones are omitted. */
export const toLines = (infos: readonly PreviousAuctionInfo[], { max_infos: max }: StoreLimits): string[] =>
  infos
    .map((info) => JSON.stringify(info))
    .filter(({ length }) => length <= MAX_LENGTH)
    .slice(0, max);

/** The info that has not expired at `now` (epoch ms). */
export const fromLines = (
  lines: readonly string[],
  { ttl_seconds: ttl, max_infos: max }: StoreLimits,
  now: number,
): PreviousAuctionInfo[] =>
  lines
    .slice(0, max)
    .map((line) => JSON.parse(line) as PreviousAuctionInfo)
    .filter(({ timestamp }) => timestamp > now - ttl * 1000);
