/** What decisions change in the recorded answers of the Go variant, wherever it shows: one change for each row. */

import type { Ext, PriceGranularity } from '#src/wire/ext.ts';
import { legacyGranularity, mediumGranularity } from '#src/wire/granularity.ts';
import type { Bid, SeatBid } from '#src/wire/ortb.ts';
import type { Case } from './case.ts';

type Told = Bid & { readonly ext: { readonly srv: { readonly targeting?: Record<string, string>; readonly cache?: Ext } } };

const srvOf = ({ request }: Case): Ext => ((request.body?.['ext'] as Ext | undefined)?.['srv'] ?? {}) as Ext;

/** The expectation with other bids; undefined where none is another. */
function withBids({ expect }: Case, change: (bid: Told, seat: string) => Bid): Ext | undefined {
  const body = expect['body'] as { seatbid?: SeatBid[] } | undefined;
  let changed = false;
  const seatbid = body?.seatbid?.map((seat) => ({
    ...seat,
    bid: seat.bid?.map((bid) => {
      const made = bid.ext?.srv ? change(bid as Told, seat.seat ?? '') : bid;
      if (made !== bid) changed = true;
      return made;
    }),
  }));
  return changed ? { ...expect, body: { ...body, seatbid } } : undefined;
}

const withSrv = (bid: Told, srv: Ext): Bid => ({ ...bid, ext: { ...bid.ext, srv: { ...bid.ext.srv, ...srv } } });

const MEDIA = ['', 'banner', 'video', 'audio', 'native'];

function granularityOf(one: Case, mtype: number | undefined): PriceGranularity {
  const { pricegranularity: general, mediatypepricegranularity: byType } = (srvOf(one)['targeting'] ?? {}) as Ext;
  const given = (byType as Ext | undefined)?.[MEDIA[mtype ?? 0] ?? ''] ?? general;
  if (typeof given === 'string') return legacyGranularity(given) ?? mediumGranularity();
  return (given as PriceGranularity | undefined) ?? mediumGranularity();
}

/** A price that lies on a step, as text; undefined: it lies between two, or in no range. */
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
    const texts = targeting && onStep(bid.price, granularityOf(one, bid.mtype));
    if (!texts) return bid;
    const told = Object.entries(targeting).map(([key, value]) => {
      const isBucket = key.startsWith('hb_pb') && (value === texts.recorded || value.startsWith(`${texts.recorded}_`));
      return [key, isBucket ? texts.ours + value.slice(texts.recorded.length) : value];
    });
    return withSrv(bid, { targeting: Object.fromEntries(told) });
  });
}

/** Row 5: ids of whole bids and of VAST each have their place. */
export function filesCacheIds(one: Case): Ext | undefined {
  return withBids(one, (bid) => {
    const { cache, targeting = {} } = bid.ext.srv;
    const recorded = cache?.['bids'] as { url: string; cacheId: string } | undefined;
    if (!recorded || cache?.['key'] === undefined) return bid;
    const idOf = (key: string): string | undefined => Object.entries(targeting).find(([name]) => name.startsWith(key))?.[1];
    const at = (cacheId: string): Ext => ({ url: recorded.url.slice(0, -recorded.cacheId.length) + cacheId, cacheId });
    const [whole, vast] = [idOf('hb_cache_id'), idOf('hb_uuid')];
    return withSrv(bid, { cache: { ...(whole && { bids: at(whole) }), ...(vast && { vastXml: at(vast) }) } });
  });
}

type Findings = Record<string, { code: number; message: string }[]>;

/** The expectation with other findings of one kind; lists that lose all they had are gone. */
function withFindings({ expect }: Case, kind: 'errors' | 'warnings', change: (findings: Findings) => Findings): Ext | undefined {
  const ext = expect['ext'] as (Ext & { errors?: Findings; warnings?: Findings }) | undefined;
  const given = ext?.[kind];
  if (!given) return undefined;
  const made = Object.fromEntries(Object.entries(change(given)).filter(([, list]) => list.length > 0));
  if (JSON.stringify(made) === JSON.stringify(given)) return undefined;
  const { [kind]: _, ...others } = ext;
  return { ...expect, ext: Object.keys(made).length > 0 ? { ...others, [kind]: made } : others };
}

const map = (findings: Findings, change: (list: Findings[string]) => Findings[string]): Findings =>
  Object.fromEntries(Object.entries(findings).map(([of, list]) => [of, change(list)]));

/** Row 4: a bid that may not be shown is a bad server response, whose code is 3. */
export const namesBadResponses = (one: Case): Ext | undefined =>
  withFindings(one, 'errors', (errors) =>
    map(errors, (list) =>
      list.map((found) => (found.code === 4 && found.message.startsWith('bidResponse rejected') ? { ...found, code: 3 } : found)),
    ),
  );

/** Row 21: debug output nobody asked for is not warned of. */
export function warnsOfRefusedDebug(one: Case): Ext | undefined {
  const asked = one.request.body?.['test'] === 1 || Boolean(srvOf(one)['debug']);
  if (asked || one.boundary !== 'exchange') return undefined;
  return withFindings(one, 'warnings', (warnings) => map(warnings, (list) => list.filter(({ code }) => code !== 10002)));
}
