/** Responses of the event endpoints, independent of HTTP. */

/** Plain text, or nothing if the body is empty. */
export interface PlainResponse {
  readonly status: number;
  readonly body: string;
}

export interface EventResponse extends PlainResponse {
  /** Send the pixel instead of the body. */
  readonly pixel?: boolean | undefined;
}

export interface VtrackResponse extends PlainResponse {
  readonly json: boolean;
}

export const ACCOUNT_REQUIRED = "Account 'a' is required query parameter and can't be empty";

export interface VtrackCall {
  readonly query: URLSearchParams;
  /** Undefined: the body exceeds the max size. */
  readonly body: string | undefined;
}
