/** The modes of `bodyMatch` (README 6.2). */

import type { Ext } from '#src/openrtb/ext.ts';
import type { Bid, SeatBid } from '#src/openrtb/ortb.ts';
import { normaliseExt } from '#src/openrtb/rename.ts';
import { bind } from '../bidders/binding.ts';
import { firstDifference } from '../compare.ts';
import type { Case } from './case.ts';
import {
  normalised,
  ortbDifference,
  placeholders,
  without,
  withoutLifetime,
  withoutOwnCurrency,
  withoutUnreported,
  wording,
} from './equality.ts';

type Difference = string | undefined;
interface Response {
  readonly id?: string;
  readonly cur?: string;
  readonly nbr?: number;
  readonly seatbid?: readonly SeatBid[] | null;
  readonly ext?: Ext;
  readonly targeting?: Ext;
  readonly ortb2?: { readonly ext?: Ext };
}

const sort = (bids: readonly Bid[]): Bid[] =>
  [...bids].sort((a, b) => Number(Boolean(b.dealid)) - Number(Boolean(a.dealid)) || b.price - a.price);

/** Seat bids keyed by seat, bids best first, everything equal. */
function seatBidsDifference(wanted: Response, made: Response): Difference {
  const bySeat = ({ seatbid }: Response): Record<string, unknown> =>
    Object.fromEntries((seatbid ?? []).map((one) => [one.seat ?? '', { ...one, bid: sort(one.bid ?? []) }]));
  const seats = (made.seatbid ?? []).map(({ seat }) => seat);
  if (new Set(seats).size !== seats.length) return `a seat twice: ${seats.join(', ')}`;
  return ortbDifference(bySeat(wanted), bySeat(made), { special: withoutUnreported(wording), tolerance: 1e-9 });
}

/** `bids`: id, currency, seats as a set, bids by id with impid, price and, if expected, ext. */
function bidsDifference(wanted: Response, made: Response): Difference {
  if (wanted.id !== made.id) return `id: wanted ${wanted.id}, made ${made.id}`;
  if ((wanted.cur ?? '') !== (made.cur ?? '')) return `cur: wanted ${wanted.cur}, made ${made.cur}`;
  const seats = (response: Response): string[] => (response.seatbid ?? []).map(({ seat }) => seat ?? '').sort();
  const found = firstDifference(seats(wanted), seats(made), {}, 'seats');
  if (found) return found;
  for (const seat of wanted.seatbid ?? []) {
    const own = made.seatbid?.find((one) => one.seat === seat.seat);
    if (!own) return `seat ${seat.seat} is missing`;
    if ((seat.group ?? 0) !== (own.group ?? 0)) return `group of ${seat.seat}`;
    const seatExt = firstDifference(seat.ext, own.ext, { emptyIsAbsent: true, special: wording }, `${seat.seat}.ext`);
    if (seatExt) return seatExt;
    const [theirs, mine] = [seat.bid ?? [], own.bid ?? []];
    if (theirs.length !== mine.length) return `${seat.seat}: wanted ${theirs.length} bids, made ${mine.length}`;
    const byId = (bids: readonly Bid[]): Map<string, Bid> => new Map(bids.map((bid) => [bid.id, bid]));
    const ours = byId(mine);
    for (const [id, bid] of byId(theirs)) {
      const found = ours.get(id);
      if (!found) return `${seat.seat}: bid ${id} is missing`;
      const pick = ({ impid, price, ext }: Bid): Ext => ({ impid, price, ...(bid.ext === undefined ? {} : { ext }) });
      const differs = firstDifference(pick(bid), pick(found), { tolerance: 1e-9, special: wording }, `${seat.seat}.${id}`);
      if (differs) return differs;
    }
  }
  return undefined;
}

/** Module output: errors and warnings equal, trace without its times. */
function modulesDifference(wanted: Ext | undefined, made: Ext | undefined, path: string): Difference {
  const untimed = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value ?? null, (key, field: unknown) => (key === 'execution_time_millis' ? undefined : field)));
  const modules = (ext: Ext | undefined): unknown => untimed((ext?.['srv'] as Ext | undefined)?.['modules']);
  return firstDifference(modules(wanted), modules(made), { special: wording }, `${path}.srv.modules`);
}

const hooksDifference = (wanted: Response, made: Response): Difference =>
  bidsDifference(wanted, made) ??
  firstDifference(wanted.nbr, made.nbr, {}, 'nbr') ??
  firstDifference(wanted.ext?.['warnings'], made.ext?.['warnings'], { special: wording }, 'ext.warnings') ??
  modulesDifference(wanted.ext, made.ext, 'ext');

function ampHooksDifference(wanted: Response, made: Response): Difference {
  const [theirs, ours] = [wanted.ortb2?.ext, made.ortb2?.ext];
  return (
    firstDifference(wanted.targeting, made.targeting, {}, 'targeting') ??
    firstDifference(theirs?.['errors'], ours?.['errors'], { special: wording }, 'ortb2.ext.errors') ??
    firstDifference(theirs?.['warnings'], ours?.['warnings'], { special: wording }, 'ortb2.ext.warnings') ??
    modulesDifference(theirs, ours, 'ortb2.ext')
  );
}

/** JSON inside strings at these paths is compared as JSON. */
function opened(value: unknown, paths: readonly string[]): unknown {
  if (paths.length === 0) return value;
  const open = (nested: unknown, path: string): unknown => {
    if (Array.isArray(nested)) return nested.map((item) => open(item, path));
    if (typeof nested === 'object' && nested !== null) {
      return Object.fromEntries(Object.entries(nested).map(([key, field]) => [key, open(field, path === '' ? key : `${path}.${key}`)]));
    }
    if (typeof nested !== 'string' || !paths.includes(path)) return nested;
    try {
      return JSON.parse(nested) as unknown;
    } catch {
      return nested;
    }
  };
  return open(value, '');
}

/** First difference of the body in the case's mode. */
export function bodyDifference({ expect, flaky, source }: Case, made: unknown): Difference {
  // Either extension key is accepted on the wire.
  normaliseExt(made);
  const ignore = (expect['ignore'] ?? []) as string[];
  const prepare = (value: unknown): unknown => opened(without(value, ignore), (expect['jsonInStrings'] ?? []) as string[]);
  const [wanted, mine] = [prepare(expect['body']), prepare(made)];
  const messages = placeholders(source === 'java' ? withoutOwnCurrency(wording) : wording);
  const special = flaky ? withoutLifetime(messages) : messages;
  switch (expect['bodyMatch']) {
    case 'bids':
      return bidsDifference((wanted ?? {}) as Response, (mine ?? {}) as Response);
    case 'bids+hooks':
      return hooksDifference((wanted ?? {}) as Response, (mine ?? {}) as Response);
    case 'amp+hooks':
      return ampHooksDifference((wanted ?? {}) as Response, (mine ?? {}) as Response);
    case 'seatbids':
      return seatBidsDifference((wanted ?? {}) as Response, (mine ?? {}) as Response);
    case 'exact-any-order':
    case 'any-order':
      return firstDifference(bound(normalisedNulls(wanted)), bound(normalisedNulls(mine)), { anyOrder: true, special, tolerance: 1e-9 });
    case 'superset-any-order':
      return firstDifference(wanted, mine, { anyOrder: true, superset: true, special });
    default:
      return firstDifference(normalised(wanted), normalised(mine), { special });
  }
}

/** Null and absent are equal in responses of either variant. */
const normalisedNulls = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (_key, field: unknown) => (field === null ? undefined : field)));

/** A response without bid fields its model does not know: ours are passed on as bidders sent them. */
const bound = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && 'seatbid' in value ? bind('BidResponse', value) : value;
