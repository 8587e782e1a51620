import type { Auction, EndpointName, Incoming, NamedAccount } from '#src/auction/auction.ts';
import type { Diagnostic, Diagnostics } from '#src/auction/diagnostics.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Site } from '#src/openrtb/ortb.ts';

/** From bytes to a validated request. */
export interface ValidateDialect<S> {
  /** The steps of the `validate` state by endpoint. */
  readonly steps: { readonly [endpoint in EndpointName]: readonly ((auction: Auction, services: S) => void | Promise<void>)[] };
  /** The message for a body that cannot be decompressed. */
  corruptBody(error: string): string;
  /** The message that rejects an empty body; undefined: it is parsed like any other. */
  readonly emptyBody: string | undefined;
  /** The message for a body that is not a JSON object. */
  unreadableBody(error: string): string;
  /** The message for a body with a field of the wrong type. */
  undecodable(error: string): string;
  /** The message for an extension of ours with a field of the wrong type. */
  badExtension(error: string): string;
  /** Account id (or why there is none) and type of a request. */
  accountIdOf(body: Ext, storedRequest: Ext | undefined): Result<NamedAccount>;
  /** Fills page, domain and publisher's domain of a site from the HTTP request, in place. */
  fillPage(site: Site, incoming: Incoming): void;
  /** Fills the variant's additional fields before validation, after the common ones; may reject. */
  fillFields(auction: Auction, services: S): void;
  /** Warns of a corrected value in the request. @param code if warnings have codes of their own */
  warn(diagnostics: Diagnostics, code: number, message: string, more?: Partial<Diagnostic>): void;
}
