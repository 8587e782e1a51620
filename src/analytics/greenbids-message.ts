/** The message Greenbids receives about an auction: every imp with the results of its bidders. */

import { NON_BID } from '#src/auction/non-bid.ts';
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest, DeepReadonly } from '#src/openrtb/ortb.ts';
import type { AuctionReport } from './auction-report.ts';

type Imp = DeepReadonly<BidRequest>['imp'][number];

const RTD_MODULE = ['greenbids-real-time-data', 'greenbids.realtimedata'];
const RTD_ACTIVITY = 'greenbids-filter';

/** Decisions of Greenbids' own module, by imp id. */
export function decisionsOf(report: AuctionReport): Ext {
  const results = report.activitiesOf(RTD_MODULE).filter(({ name }) => name === RTD_ACTIVITY);
  // The first decision about an imp wins.
  return Object.assign(
    {},
    ...results.flatMap(({ results: rtdActivities = [] }) => rtdActivities.map(({ values }) => values ?? {})).toReversed(),
  ) as Ext;
}

/** The fingerprint by which Greenbids' module and analytics identify an auction. */
export function fingerprintOf(decisions: Ext): string | undefined {
  const [first] = Object.values(decisions);
  const greenbids = isObject(first) ? first['greenbids'] : undefined;
  const fingerprint = isObject(greenbids) ? greenbids['fingerprint'] : undefined;
  return typeof fingerprint === 'string' && fingerprint !== '' ? fingerprint : undefined;
}

const srvOf = ({ ext }: Imp): Ext => {
  const srv = ext?.['srv'];
  return isObject(srv) ? srv : {};
};

function unifiedCode({ id, ext }: Imp, srv: Ext): object {
  const gpid = ext?.['gpid'];
  if (gpid !== undefined && gpid !== null) return { value: typeof gpid === 'string' ? gpid : JSON.stringify(gpid), source: 'gpidSource' };
  const stored = srv['storedrequest'];
  const storedId = isObject(stored) ? stored['id'] : undefined;
  return storedId === undefined ? { value: id, source: 'adUnitCodeSource' } : { value: storedId, source: 'storedRequestIdSource' };
}

function mediaTypes({ banner, video, native }: Imp): object {
  const formats = banner?.format?.map(({ w, h }) => [w, h]) ?? [];
  const sizes = formats.length > 0 ? formats : banner?.w !== undefined && banner.h !== undefined ? [[banner.w, banner.h]] : [];
  return { ...(banner ? { banner: { sizes, pos: banner.pos, name: banner.id } } : {}), video, native };
}

/** Bids first, then the reasons of bidders without one; the first entry per bidder. */
function bidsOn({ id }: Imp, srv: Ext, { response, seatNonBids }: AuctionReport): object[] {
  const params = isObject(srv['bidder']) ? srv['bidder'] : {};
  const currency = response?.cur;
  const of = (bidder: string): object => ({ bidder, ...(params[bidder] === undefined ? {} : { params: params[bidder] }), currency });
  const bids = (response?.seatbid ?? []).flatMap(({ seat = '', bid }) => {
    const first = bid.find(({ impid }) => impid === id);
    return first ? [{ ...of(seat), isTimeout: false, hasBid: true, cpm: first.price }] : [];
  });
  const others = (seatNonBids as readonly { seat: string; nonbid: readonly { impid: string; statuscode: number }[] }[]).flatMap(
    ({ seat, nonbid }) => {
      const first = nonbid.find(({ impid }) => impid === id);
      return first ? [{ ...of(seat), isTimeout: first.statuscode === NON_BID.timeout, hasBid: false }] : [];
    },
  );
  return [...bids, ...others];
}

/** One imp. */
export function adUnit(imp: Imp, decisions: Ext, report: AuctionReport): object {
  const srv = srvOf(imp);
  const decided = decisions[imp.id];
  return {
    code: imp.id,
    unifiedCode: unifiedCode(imp, srv),
    mediaTypes: mediaTypes(imp),
    bids: bidsOn(imp, srv, report),
    ...(decided === undefined ? {} : { ortb2Imp: { ext: decided } }),
  };
}
