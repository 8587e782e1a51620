/** Floors in the Java variant. */

import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid, Seat } from '#src/auction/bid.ts';
import { OWN } from '#src/auction/diagnostics.ts';
import { isEnough } from '#src/auction/floors/enforce.ts';
import type { ChosenFloors, FloorModel } from '#src/auction/floors/model.ts';
import { fieldOf } from '#src/auction/floors/read.ts';
import { chooseGroup, draw, firstGiven } from '#src/auction/floors/select.ts';
import type { FloorSettings } from '#src/auction/floors/settings.ts';
import { withoutData } from '#src/auction/floors/source.ts';
import { strictError } from '#src/auction/floors/validate.ts';
import { NON_BID } from '#src/auction/non-bid.ts';
import { rejectBid } from '#src/auction/reject-bid.ts';
import { CODES } from '#src/bidders/errors.ts';
import { alpha3 } from '#src/openrtb/countries.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { Random } from '#src/platform/random.ts';
import type { FloorsDialect } from '../contract/floors.ts';

/** A single error discards all of the request's floors. */
function chooseModel(
  auction: Auction,
  { floors: given, location, status }: ChosenFloors,
  settings: FloorSettings,
  random: Random,
): FloorModel | undefined {
  if (!given || location === 'noData') return undefined;
  const error = location === 'request' ? strictError(given, settings) : undefined;
  if (error) {
    const message = `Price floors processing failed: parsing of request price floors is failed: ${error}`;
    if (status !== 'inprogress') auction.diagnostics.warn(OWN, CODES.unknown, message, { debugOnly: true });
    return undefined;
  }
  const group = chooseGroup(given.data?.modelGroups ?? [], random, floors);
  return group && { floors: given, group };
}

const TWO_CURRENCIES = 'imp[].ext.srv.floors.floorMinCur and ext.srv.floors.floorMinCur has different values';

/** The imp names another currency for its minimum than the request does. */
function isOtherCurrency({ ext }: Imp, { floors: { floorMinCur } }: FloorModel): boolean {
  const own = fieldOf(ext?.srv?.floors, 'floormincur');
  return typeof own === 'string' && own !== '' && floorMinCur !== undefined && own !== floorMinCur;
}

function passes(auction: Auction, seat: Seat, bid: AuctionBid, floor: number, currency: string): boolean {
  const conversion = auction.convert(currency, seat.currency);
  if ('error' in conversion) return withoutRate(auction, bid, conversion.error);
  const min = conversion.value(floor);
  const { id, impid, price } = bid.bid;
  if (isEnough(price, min)) return true;
  const message = `Bid with id '${id}' was rejected by floor enforcement: price ${price} is below the floor ${min}`;
  auction.diagnostics.warn(bid.bidder, CODES.floors, message, { impIds: [impid] });
  rejectBid(auction, bid, NON_BID.belowFloor);
  return false;
}

/** Without a rate the bid remains. */
function withoutRate(auction: Auction, bid: AuctionBid, error: string): boolean {
  auction.diagnostics.error(bid.bidder, CODES.badServer, `Price floors enforcement failed: ${error}`);
  return true;
}

export const floors: FloorsDialect = {
  defaults: {
    on: true,
    fetch: { timeout_ms: 5000, max_file_size_kb: 200, max_rules: 0, max_schema_dims: 5, max_age_sec: 86400, period_sec: 3600 },
  },
  names: { rule: 'floorRule', ruleValue: 'floorRuleValue', value: 'floorValue', status: 'fetchStatus', groups: 'modelGroups' },
  rounding: 'half-even',
  needsFetching: true,
  whenOff: (_auction, given) => given && { ...given, enabled: false },
  chooseModel,
  inOrder: (groups) => groups,
  drawWeight: (total, random) => draw(random, total) + 1,
  zeroIsFloor: true,
  skipRate: firstGiven,
  isSkipDrawn: (rate, random) => draw(random, 100) < rate,
  checkRules: () => {},
  checkImp: (auction, imp, model) => {
    if (isOtherCurrency(imp, model)) auction.diagnostics.warn(OWN, CODES.unknown, TWO_CURRENCIES, { debugOnly: true });
  },
  unresolved: (error) => `Cannot resolve bid floor, error: ${error}`,
  groupToWrite: ({ raw }) => raw,
  toSignal: (effective, _given, model) => (model ? effective : withoutData(effective)),
  writesAll: true,
  ownSkipRate: true,
  videoTypes: (placement) => {
    if (placement === undefined || placement === 1) return ['video', 'video-instream'];
    return ['video-outstream'];
  },
  sizesOneTypeOnly: true,
  domains: (own, publisher) => [own, publisher],
  // Rules name countries with three letters.
  country: (code) => (code?.length === 2 ? alpha3(code) : code),
  // A rate above 100 is invalid: nothing is enforced.
  isWithinRate: (rate = 100, drawn) => rate <= 100 && drawn < rate,
  forwardsUnknownImps: true,
  note: () => {},
  passes,
};
