/** `GET /event`: notification of a win, an impression or a video event. The dialect defines the response. */
import type { Services } from '#src/auction/services.ts';
import type { EventCall } from './notification.ts';
import type { EventResponse } from './response.ts';

/** Response for an account with events disabled. */
export const unsupported = (id: string): EventResponse => ({ status: 401, body: `Account '${id}' doesn't support events` });

/** Bidder code in the registry's spelling; unknown codes are unchanged. */
export const canonicalIn =
  ({ bidders }: Services) =>
  (bidder: string): string =>
    bidders.known(bidder)?.code ?? bidder;

/** Response to an accepted call. */
export const seen = (status: number, { image }: EventCall): EventResponse => ({ status, body: '', pixel: image });
