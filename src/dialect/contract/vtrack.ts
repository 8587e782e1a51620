import type { VtrackCall, VtrackResponse } from '#src/events/response.ts';

/** VAST to be tracked and cached. */
export interface VtrackDialect<S> {
  /** The response to `POST /vtrack`. */
  respond(call: VtrackCall, services: S): Promise<VtrackResponse>;
}
