import type { EventResponse } from '#src/events/response.ts';

/** Notifications of wins and impressions. */
export interface EventDialect<S> {
  /** The response to `GET /event`. */
  response(query: URLSearchParams, services: S): Promise<EventResponse>;
}
