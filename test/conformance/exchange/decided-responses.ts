/** Changes of the Go variant's recorded responses by documented decisions: one change per decision. */

import type { Ext, PriceGranularity } from '#src/openrtb/ext.ts';
import { legacyGranularity, mediumGranularity } from '#src/openrtb/granularity.ts';
import type { Bid, SeatBid } from '#src/openrtb/ortb.ts';
import type { Case } from './case.ts';

type TargetedBid = Bid & { readonly ext: { readonly srv: { readonly targeting?: Record<string, string>; readonly cache?: Ext } } };

const srvOf = ({ request }: Case): Ext => ((request.body?.['ext'] as Ext | undefined)?.['srv'] ?? {}) as Ext;

/** The expectation with other bids; undefined if none changes. */
function withBids({ expect }: Case, change: (bid: TargetedBid, seat: string) => Bid): Ext | undefined {
  const body = expect['body'] as { seatbid?: SeatBid[] } | undefined;
  let changed = false;
  const seatbid = body?.seatbid?.map((seat) => ({
    ...seat,
    bid: seat.bid?.map((bid) => {
      const made = bid.ext?.srv ? change(bid as TargetedBid, seat.seat ?? '') : bid;
      if (made !== bid) changed = true;
      return made;
    }),
  }));
  return changed ? { ...expect, body: { ...body, seatbid } } : undefined;
}

const withSrv = (bid: TargetedBid, srv: Ext): Bid => ({ ...bid, ext: { ...bid.ext, srv: { ...bid.ext.srv, ...srv } } });

const MEDIA = ['', 'banner', 'video', 'audio', 'native'];

function granularityOf(one: Case, mtype: number | undefined): PriceGranularity {
  const { pricegranularity: general, mediatypepricegranularity: byType } = (srvOf(one)['targeting'] ?? {}) as Ext;
  const given = (byType as Ext | undefined)?.[MEDIA[mtype ?? 0] ?? ''] ?? general;
  if (typeof given === 'string') return legacyGranularity(given) ?? mediumGranularity();
  return (given as PriceGranularity | undefined) ?? mediumGranularity();
}

/** A price exactly on a step, as a string; undefined: it is between two, or in no range. */
function onStep(price: number, { precision = 2, ranges = [] }: PriceGranularity): { recorded: string; ours: string } | undefined {
  let min = 0;
  for (const { max, increment = 0 } of ranges) {
    if (price <= max) {
      const steps = (price - min) / increment;
      const near = Math.round(steps);
      if (Math.abs(steps - near) > 1e-9 || Math.floor(steps) === near) return undefined;
      return { recorded: (Math.floor(steps) * increment + min).toFixed(precision), ours: (near * increment + min).toFixed(precision) };
    }
    min = max;
  }
  return undefined;
}

/** Row 15: doubles lose a step below some prices, decimals do not. */
export function countsInDecimals(one: Case): Ext | undefined {
  return withBids(one, (bid) => {
    const { targeting } = bid.ext.srv;
    const messages = targeting && onStep(bid.price, granularityOf(one, bid.mtype));
    if (!messages) return bid;
    const reported = Object.entries(targeting).map(([key, value]) => {
      const isBucket = key.startsWith('hb_pb') && (value === messages.recorded || value.startsWith(`${messages.recorded}_`));
      return [key, isBucket ? messages.ours + value.slice(messages.recorded.length) : value];
    });
    return withSrv(bid, { targeting: Object.fromEntries(reported) });
  });
}

/** Row 5: ids of full bids and of VAST are separate. */
export function filesCacheIds(one: Case): Ext | undefined {
  return withBids(one, (bid) => {
    const { cache, targeting = {} } = bid.ext.srv;
    const recorded = cache?.['bids'] as { url: string; cacheId: string } | undefined;
    if (!recorded || cache?.['key'] === undefined) return bid;
    const idOf = (key: string): string | undefined => Object.entries(targeting).find(([name]) => name.startsWith(key))?.[1];
    const at = (cacheId: string): Ext => ({ url: recorded.url.slice(0, -recorded.cacheId.length) + cacheId, cacheId });
    const [full, vast] = [idOf('hb_cache_id'), idOf('hb_uuid')];
    return withSrv(bid, { cache: { ...(full && { bids: at(full) }), ...(vast && { vastXml: at(vast) }) } });
  });
}

type Diagnostics = Record<string, { code: number; message: string }[]>;

/** The expectation with other errors or warnings; lists that become empty are removed. */
function withDiagnostics(
  { expect }: Case,
  kind: 'errors' | 'warnings',
  change: (diagnostics: Diagnostics) => Diagnostics,
): Ext | undefined {
  const ext = expect['ext'] as (Ext & { errors?: Diagnostics; warnings?: Diagnostics }) | undefined;
  const given = ext?.[kind];
  if (!given) return undefined;
  const made = Object.fromEntries(Object.entries(change(given)).filter(([, list]) => list.length > 0));
  if (JSON.stringify(made) === JSON.stringify(given)) return undefined;
  const { [kind]: _, ...others } = ext;
  return { ...expect, ext: Object.keys(made).length > 0 ? { ...others, [kind]: made } : others };
}

const map = (diagnostics: Diagnostics, change: (list: Diagnostics[string]) => Diagnostics[string]): Diagnostics =>
  Object.fromEntries(Object.entries(diagnostics).map(([of, list]) => [of, change(list)]));

/** Row 4: a bid that fails creative checks is a bad server response, whose code is 3. */
export const namesBadResponses = (one: Case): Ext | undefined =>
  withDiagnostics(one, 'errors', (errors) =>
    map(errors, (list) =>
      list.map((found) => (found.code === 4 && found.message.startsWith('bidResponse rejected') ? { ...found, code: 3 } : found)),
    ),
  );

/** Row 21: no warning about debug output that was not requested. */
export function warnsOfRejectedDebug(one: Case): Ext | undefined {
  const isDebug = one.request.body?.['test'] === 1 || Boolean(srvOf(one)['debug']);
  if (isDebug || one.boundary !== 'exchange') return undefined;
  return withDiagnostics(one, 'warnings', (warnings) => map(warnings, (list) => list.filter(({ code }) => code !== 10002)));
}
