/** The source of an auction's floors: a provider, fetched in the background, or the request itself. */

import type { FloorsDialect } from '#src/dialect/contract/floors.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';
import { withField } from './apply.ts';
import { mergedMinimum } from './minimum.ts';
import type { ChosenFloors } from './model.ts';
import { type Floors, readFloors } from './read.ts';
import { draw } from './select.ts';
import type { FloorSettings } from './settings.ts';

/** Chooses the source. A request for a provider's floors starts their first fetch; this auction continues without them. */
export function chooseFloors(auction: Auction, own: Floors | undefined, settings: FloorSettings, services: Services): ChosenFloors {
  const fetched = fetchFloors(auction, own, settings, services);
  const status = fetched?.status ?? 'none';
  if (fetched?.status === 'success' && fetched.data && isUsed(fetched.data, services)) {
    return { floors: merge(own, fetched.data, auction, services.dialect.floors), location: 'fetch', status };
  }
  return { floors: own, location: own ? 'request' : 'noData', status };
}

function fetchFloors(auction: Auction, own: Floors | undefined, settings: FloorSettings, { config, dialect, floors }: Services) {
  if (!settings.useDynamicData || (dialect.floors.needsFetching && !settings.fetch.enabled)) return undefined;
  const url = (config.rules.floorsUrlFromRequest && own?.endpoint) || settings.fetch.url;
  return url ? floors.find(url, auction.account.id, settings.fetch) : undefined;
}

function isUsed(data: Ext, { random }: Services): boolean {
  const rate = readFloors({ data })?.data?.useFetchDataRate;
  return rate === undefined || draw(random, 100) < rate;
}

/** The provider's data, overridden by the request's switch, enforcement, minimum and, if applicable, skip rate. */
function merge(own: Floors | undefined, data: Ext, { convert }: Auction, { ownSkipRate }: FloorsDialect): Floors | undefined {
  const fetched = readFloors({ data });
  if (!fetched) return own;
  const minimum = mergedMinimum(own, fetched, convert);
  const floorMin = minimum.value > 0 ? minimum.value : undefined;
  const floorMinCur = minimum.currency || undefined;
  let raw: Ext = { ...withoutData(own?.raw), data };
  if (floorMin !== undefined) raw = withField(raw, 'floorMin', floorMin);
  if (floorMinCur !== undefined) raw = withField(raw, 'floorMinCur', floorMinCur);
  return {
    ...fetched,
    enabled: own?.enabled,
    skipRate: ownSkipRate ? own?.skipRate : undefined,
    endpoint: own?.endpoint,
    floorMin,
    floorMinCur,
    raw,
  };
}

/** The object without its data, in any spelling. */
export const withoutData = (raw: Ext | undefined): Ext =>
  Object.fromEntries(Object.entries(raw ?? {}).filter(([name]) => name.toLowerCase() !== 'data'));
