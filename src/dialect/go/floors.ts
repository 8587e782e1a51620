/** Floors in the Go variant. */

import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid, Seat } from '#src/auction/bid.ts';
import { OWN, WARN } from '#src/auction/diagnostics.ts';
import { withField } from '#src/auction/floors/apply.ts';
import { isEnough, noteFloor } from '#src/auction/floors/enforce.ts';
import type { ChosenFloors, FloorModel } from '#src/auction/floors/model.ts';
import { reportFloors } from '#src/auction/floors/report.ts';
import { chooseGroup, draw, firstPositive, weightOf } from '#src/auction/floors/select.ts';
import type { FloorSettings } from '#src/auction/floors/settings.ts';
import { paramsError, ruleTable, validGroups } from '#src/auction/floors/validate.ts';
import { NON_BID } from '#src/auction/non-bid.ts';
import { rejectBid } from '#src/auction/reject-bid.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { Random } from '#src/platform/random.ts';
import type { FloorsDialect } from '../contract/floors.ts';
import { toSignal } from './floors-signal.ts';

/** A bid may be one cent below the floor. */
const TOLERANCE = 0.01;

/** Invalid model groups are dropped one by one. */
function chooseModel(auction: Auction, { floors: given }: ChosenFloors, settings: FloorSettings, random: Random): FloorModel | undefined {
  if (!given?.data) {
    const error = given && paramsError(given);
    reportFloors(auction, error ?? 'Empty Floors data', !error);
    return undefined;
  }
  const error = paramsError(given) ?? (given.data.modelGroups.length === 0 ? 'No model group present in floors.data' : undefined);
  if (error) {
    reportFloors(auction, error, false);
    return undefined;
  }
  const { groups, errors } = validGroups(given.data.modelGroups, settings);
  for (const each of errors) reportFloors(auction, each, false);
  const group = chooseGroup(groups, random, floors);
  return group && { floors: given, group };
}

function passes(auction: Auction, seat: Seat, bid: AuctionBid, floor: number, currency: string): boolean {
  const conversion = auction.convert(seat.currency, currency);
  if ('error' in conversion) return withoutRate(auction, seat, bid, currency, conversion.error);
  if (isEnough(conversion.value(bid.bid.price) + TOLERANCE, floor)) return true;
  const { id, impid, dealid } = bid.bid;
  const message = `${seat.seat} bid id ${id} rejected - bid price ${bid.bid.price.toFixed(4)} ${seat.currency} is less than bid floor ${floor.toFixed(4)} ${currency} for imp ${impid}`;
  auction.diagnostics.warn(OWN, WARN.floorRejection, message);
  rejectBid(auction, bid, dealid ? NON_BID.belowDealFloor : NON_BID.belowFloor);
  return false;
}

/** Without a rate the bid is rejected. */
function withoutRate(auction: Auction, seat: Seat, bid: AuctionBid, currency: string, error: string): boolean {
  const message = `error in rate conversion from = ${seat.currency} to ${currency} with bidder ${seat.seat} for impression id ${bid.bid.impid} and bid id ${bid.bid.id} error = ${error}`;
  auction.diagnostics.error(OWN, CODES.unknown, message);
  rejectBid(auction, bid, NON_BID.rejected);
  return false;
}

export const floors: FloorsDialect = {
  defaults: {
    on: false,
    fetch: { timeout_ms: 3000, max_file_size_kb: 100, max_rules: 1000, max_schema_dims: 0, max_age_sec: 86400, period_sec: 3600 },
  },
  names: { rule: 'floorrule', ruleValue: 'floorrulevalue', value: 'floorvalue', status: 'fetchstatus', groups: 'modelgroups' },
  rounding: 'half-away',
  needsFetching: false,
  whenOff: (auction) => {
    reportFloors(auction, 'Floors feature is disabled at account or in the request', true);
    return undefined;
  },
  chooseModel,
  inOrder: (groups) => [...groups].sort((a, b) => weightOf(a) - weightOf(b)),
  drawWeight: (total, random) => draw(random, total + 1),
  zeroIsFloor: false,
  skipRate: firstPositive,
  isSkipDrawn: (rate, random) => rate >= draw(random, 101),
  checkRules: (auction, { group }) => {
    for (const error of ruleTable(group).errors) reportFloors(auction, error, false);
  },
  checkImp: () => {},
  unresolved: (error) => `Error in getting FloorMin value : '${error}'`,
  groupToWrite: (group) =>
    ruleTable(group).isAsGiven ? group.raw : withField(group.raw, 'values', Object.fromEntries(ruleTable(group).rules)),
  toSignal,
  writesAll: false,
  ownSkipRate: false,
  videoTypes: (placement) => [placement === 1 ? 'video' : 'video-outstream'],
  sizesOneTypeOnly: false,
  domains: (own, publisher) => [own || publisher],
  country: (code) => code,
  // 0: no limit.
  isWithinRate: (rate = 0, drawn) => rate === 0 || drawn < rate,
  forwardsUnknownImps: false,
  note: noteFloor,
  passes,
};
