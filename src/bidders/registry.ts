/** The bidders this host knows: definitions found in this folder, host config applied, adapters built once at start. */
import type { ZodType } from 'zod';
import type { Adapter, BidderFacts } from './bidder.ts';

/** A bidder ready to be called. */
export interface KnownBidder {
  readonly code: string;
  readonly facts: BidderFacts;
  readonly params: ZodType;
  readonly adapter: Adapter;
  /** Key of its entry in the `uids` cookie. */
  readonly syncKey: string;
}

export interface BidderRegistry {
  /** Every known bidder by its canonical code, disabled ones too. */
  readonly all: ReadonlyMap<string, KnownBidder>;
  /** A bidder by its code in any case, if it is enabled. */
  active(code: string): KnownBidder | undefined;
  /** A bidder by its code in any case, enabled or not. */
  known(code: string): KnownBidder | undefined;
  /** Why a disabled or removed bidder cannot be used; undefined for all others. Exact case. */
  disabledText(code: string): string | undefined;
  /** The params schema in Draft-4 form, of every bidder, as served at `/bidders/params`. */
  paramsSchema(code: string): object | undefined;
  /** Faults of `params` in the form `{field}: {text}`, joined as the validator prints them; empty when they are good. */
  paramsFaults(code: string, params: unknown): readonly string[];
}
