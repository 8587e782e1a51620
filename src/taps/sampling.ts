/** Which auctions a sample covers: by number, so that all events of an auction share one decision and a larger share contains a smaller one. */

/** Knuth's multiplier: consecutive numbers are scattered. */
const SPREAD = 2654435761;
const RANGE = 2 ** 32;

/** Whether an auction is sampled; the same result for all its events. */
export const isSampled = (auction: number, share: number): boolean => share >= 1 || (Math.imul(auction, SPREAD) >>> 0) / RANGE < share;

/** A hash of a string, so that events with only a request id can be sampled. */
function numberOf(text: string): number {
  let number = 0;
  for (let i = 0; i < text.length; i++) number = (Math.imul(number, 31) + text.charCodeAt(i)) | 0;
  return number;
}

interface Sampled {
  readonly auction?: number | undefined;
  readonly request?: string | undefined;
}

/** The number an event is sampled by; undefined: the event belongs to no auction and is never left out. */
export const sampleNumber = ({ auction, request }: Sampled): number | undefined =>
  auction ?? (request === undefined ? undefined : numberOf(request));
