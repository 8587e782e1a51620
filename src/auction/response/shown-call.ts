/** A bidder call in debug output. */

/** A complete call; without a response, status is 0 and the body is empty. */
export type ShownCall = {
  readonly uri: string;
  readonly requestbody: string;
  readonly requestheaders: { readonly [name: string]: readonly string[] };
  readonly responsebody: string;
  readonly status: number;
};
