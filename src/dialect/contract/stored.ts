import type { Auction } from '#src/auction/auction.ts';
import type { Found } from '#src/auction/stored-data.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Clock } from '#src/platform/clock.ts';

/** Time and settings of a host. */
interface Host {
  readonly config: Pick<HostConfig, 'auction' | 'rules'>;
  readonly clock: Pick<Clock, 'now' | 'micros'>;
}

/** Stored requests, imps and responses: messages, and the time to look them up. */
export interface StoredDialect {
  /** ms to look up the account or stored responses. @param tmax of the request so far */
  lookUpMs(auction: Pick<Auction, 'input' | 'startedAt'>, host: Host, tmax: unknown): number;
  /** The messages if stored requests and imps could not be fetched. */
  failed(errors: readonly string[]): string[];
  /** The message for a stored request that is not a JSON object. */
  unreadable(id: string, error: string): string;
  /** The reason for `unmerged` if a stored imp is not a JSON object. */
  unreadableImp(id: string, error: string): string;
  /** The message if stored data could not be merged. */
  unmerged(error: string): string;
  /** The message for a `storedrequest` object without an id; undefined: it may have none. */
  missingIdError(storedRequest: unknown): string | undefined;
  /** The message for an imp whose `ext.srv` is malformed. */
  badImp(error: string, imp: unknown): string;
  /** The messages if stored responses could not be fetched. */
  responsesFailed(found: Found): string[];
  /** A bidder whose stored response does not exist is called; otherwise the request is rejected. */
  readonly callsWithoutStored: boolean;
  /** The message for one stored response that is missing or empty. @param what ` to fetch …` */
  responseMissing(what: string): string;
}
