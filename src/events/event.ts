/** `GET /event`: a win, an impression or a step of a video was seen (events-cache-stored.md section 1). How it is answered is the dialect's. */
import type { Services } from '#src/auction/services.ts';
import type { EventCall } from './notification.ts';
import type { EventResponse } from './response.ts';

/** For an account that has events switched off. */
export const unsupported = (id: string): EventResponse => ({ status: 401, body: `Account '${id}' doesn't support events` });

/** Code of a bidder in the registry's spelling; unknown ones as they are. */
export const canonicalIn =
  ({ bidders }: Services) =>
  (bidder: string): string =>
    bidders.known(bidder)?.code ?? bidder;

/** For a call that was taken. */
export const seen = (status: number, { image }: EventCall): EventResponse => ({ status, body: '', pixel: image });
