/** Error messages of auctions about a failing cache service, in each variant's words. */

export interface RemoteMessages {
  /** The service did not respond within this many ms, for this many items and bytes. */
  unsent(failure: { readonly message: string; readonly timedOut: boolean }, ms: number, items: number, bytes: number): string;
  status(uri: string, status: number, body: string): string;
  unread(why: string, body: string): string;
  /** Invalid value in place of an id; undefined: not reported. */
  badValue(index: number, found: unknown, body: string): string;
  /** Undefined: a differing number of responses is not an error. */
  miscounted(responses: number, puts: number): string | undefined;
}

/** Max characters of a response quoted in a message: a service may return an HTML page instead of JSON. */
const MAX_SHOWN = 500;
const shown = (body: string): string => (body.length <= MAX_SHOWN ? body : `${body.slice(0, MAX_SHOWN)}…`);

/** A JSON value's kind. */
const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

export const GO_MESSAGES: RemoteMessages = {
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

export const JAVA_MESSAGES: RemoteMessages = {
  unsent: ({ message, timedOut }) => (timedOut ? 'Timeout has been exceeded' : message),
  status: (_, status) => `HTTP status code ${status}`,
  unread: (_, body) => `Cannot parse response: ${shown(body)}`,
  badValue: (_, __, body) => `Cannot parse response: ${shown(body)}`,
  miscounted: () => "The number of response cache objects doesn't match with bids",
};
