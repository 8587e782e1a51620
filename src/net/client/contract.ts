/** The contract between a call and the connection that makes it: the part of undici's dispatch handlers that we need. */

/** A request ready to be sent. */
export interface ClientRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer | null;
}

export interface CallController {
  /** Ends the call with an error and closes its connection. Without effect after the response. */
  abort(reason: Error): void;
}

/** Receives the course of one call. */
export interface CallHandler {
  /** The call was cancelled: it is not sent. */
  readonly isOver: boolean;
  onRequestStart(controller: CallController): void;
  onResponseStart(controller: CallController, status: number, headers: Record<string, string | string[] | undefined>): void;
  /** @param part of the body; valid until `onResponseEnd` returns */
  onResponseData(controller: CallController, part: Buffer): void;
  onResponseEnd(): void;
  /** @param controller undefined: the call had no connection */
  onResponseError(controller: CallController | undefined, error: Error): void;
}
