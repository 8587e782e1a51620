/** Floors in the Java variant. */

import { isEnough } from '#src/auction/adjust/floors.ts';
import { rejectBid } from '#src/auction/adjust/refuse.ts';
import type { Auction, AuctionBid, Seat } from '#src/auction/auction.ts';
import { NON_BID } from '#src/auction/collect/not-bid.ts';
import type { FloorModel } from '#src/auction/enrich/floors/apply.ts';
import { memberOf } from '#src/auction/enrich/floors/read.ts';
import { chooseGroup, draw } from '#src/auction/enrich/floors/select.ts';
import type { FloorSettings } from '#src/auction/enrich/floors/settings.ts';
import type { ChosenFloors } from '#src/auction/enrich/floors/source.ts';
import { strictFault } from '#src/auction/enrich/floors/validate.ts';
import { OWN } from '#src/auction/findings.ts';
import type { Services } from '#src/auction/services.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { Imp } from '#src/wire/ortb.ts';
import type { FloorsDialect } from '../dialect.ts';

/** One error and the request's floors are not used at all. */
function chooseModel(
  auction: Auction,
  { floors: given, location, status }: ChosenFloors,
  settings: FloorSettings,
  { random }: Services,
): FloorModel | undefined {
  if (!given || location === 'noData') return undefined;
  const error = location === 'request' ? strictFault(given, settings) : undefined;
  if (error) {
    const message = `Price floors processing failed: parsing of request price floors is failed: ${error}`;
    if (status !== 'inprogress') auction.findings.warn(OWN, CODES.unknown, message, { debugOnly: true });
    return undefined;
  }
  const group = chooseGroup(given.data?.modelGroups ?? [], random, floors);
  return group && { floors: given, group };
}

const TWO_CURRENCIES = 'imp[].ext.srv.floors.floorMinCur and ext.srv.floors.floorMinCur has different values';

/** The imp names another currency for its minimum than the request does. */
function isOtherCurrency({ ext }: Imp, { floors: { floorMinCur } }: FloorModel): boolean {
  const own = memberOf(ext?.srv?.floors, 'floormincur');
  return typeof own === 'string' && own !== '' && floorMinCur !== undefined && own !== floorMinCur;
}

function passes(auction: Auction, seat: Seat, bid: AuctionBid, floor: number, currency: string): boolean {
  const least = auction.convert(floor, currency, seat.currency);
  const { id, impid, price } = bid.bid;
  if (isEnough(price, least)) return true;
  const text = `Bid with id '${id}' was rejected by floor enforcement: price ${price} is below the floor ${least}`;
  auction.findings.warn(bid.bidder, CODES.floors, text, { impIds: [impid] });
  rejectBid(auction, bid, NON_BID.belowFloor);
  return false;
}

/** Without a rate the bid stays. */
function withoutRate(auction: Auction, _seat: Seat, bid: AuctionBid, _currency: string, error: string): boolean {
  auction.findings.error(bid.bidder, CODES.badServer, `Price floors enforcement failed: ${error}`);
  return true;
}

export const floors: FloorsDialect = {
  defaults: {
    on: true,
    fetch: { timeout_ms: 5000, max_file_size_kb: 200, max_rules: 0, max_schema_dims: 5, max_age_sec: 86400, period_sec: 3600 },
  },
  names: { rule: 'floorRule', ruleValue: 'floorRuleValue', value: 'floorValue', status: 'fetchStatus', groups: 'modelGroups' },
  rounding: 'half-even',
  whenOff: (_auction, given) => given && { ...given, enabled: false },
  chooseModel,
  inOrder: (groups) => groups,
  drawWeight: (total, random) => draw(random, total) + 1,
  isSkipDrawn: (rate, random) => draw(random, 100) < rate,
  checkRules: () => {},
  checkImp: (auction, imp, model) => {
    if (isOtherCurrency(imp, model)) auction.findings.warn(OWN, CODES.unknown, TWO_CURRENCIES, { debugOnly: true });
  },
  unresolved: (error) => `Cannot resolve bid floor, error: ${error}`,
  groupToWrite: ({ raw }) => raw,
  dropsUnusedData: () => true,
  writesAll: true,
  ownSkipRate: true,
  videoTypes: (placement) => {
    if (placement === undefined || placement === 1) return ['video', 'video-instream'];
    return ['video-outstream'];
  },
  sizesOneTypeOnly: true,
  domains: (own, publisher) => [own, publisher],
  keepsUnknownImps: true,
  note: () => {},
  passes,
  withoutRate,
};
