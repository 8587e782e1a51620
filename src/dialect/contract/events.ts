import type { EventResponse } from '#src/events/response.ts';

/** Notifications of wins and impressions. */
export interface EventDialect<S> {
  /** The response to `GET /event`. */
  respond(query: URLSearchParams, services: S): Promise<EventResponse>;
}
