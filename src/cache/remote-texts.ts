/** What auctions say of a cache service that failed them, in the words of either variant (auction-exchange.md 13.4). */

export interface RemoteTexts {
  /** No answer, after so many ms, for so many items in so many bytes. */
  unsent(failure: { readonly message: string; readonly timedOut: boolean }, ms: number, items: number, bytes: number): string;
  status(uri: string, status: number, body: string): string;
  unread(why: string, body: string): string;
  /** What stands there in place of an id; undefined: nothing does. */
  badValue(index: number, found: unknown, body: string): string;
  /** Undefined: a number of answers other than that of the puts is no fault. */
  miscounted(answers: number, puts: number): string | undefined;
}

/** Longest part of an answer that is told: what a service sends in place of JSON may be a page. */
const MOST_SHOWN = 500;
const shown = (body: string): string => (body.length <= MOST_SHOWN ? body : `${body.slice(0, MOST_SHOWN)}…`);

/** A JSON value's kind. */
const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

export const GO_TEXTS: RemoteTexts = {
  unsent: ({ message }, ms, items, bytes) =>
    `Error sending the request to Prebid Cache: ${message}; Duration=${ms}ms, Items=${items}, Payload Size=${bytes}`,
  status: (uri, status, body) => `Prebid Cache call to ${uri} returned ${status}: ${shown(body)}`,
  unread: (why, body) => `Error interpreting Prebid Cache response: ${why}\nResponse was: ${shown(body)}`,
  badValue: (index, found, body) =>
    found === undefined
      ? `Prebid Cache returned a bad value at index ${index}. Error was: Key path not found. Response body was: ${shown(body)}`
      : `Prebid Cache returned a ${kindOf(found)} at index ${index} in: ${shown(body)}`,
  miscounted: () => undefined,
};

export const JAVA_TEXTS: RemoteTexts = {
  unsent: ({ message, timedOut }) => (timedOut ? 'Timeout has been exceeded' : message),
  status: (_, status) => `HTTP status code ${status}`,
  unread: (_, body) => `Cannot parse response: ${shown(body)}`,
  badValue: (_, __, body) => `Cannot parse response: ${shown(body)}`,
  miscounted: () => "The number of response cache objects doesn't match with bids",
};
