/** Whose floors an auction goes by: a provider's, fetched in the background, or the request's own (auction-exchange.md 4.3 steps 2 to 4). */
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { FloorsDialect } from '#src/dialect/dialect.ts';
import type { Ext } from '#src/wire/ext.ts';
import { mergedMinimum } from './minimum.ts';
import { type Floors, readFloors } from './read.ts';
import { draw } from './select.ts';
import type { FloorSettings } from './settings.ts';

export type Location = 'noData' | 'request' | 'fetch';

export interface ChosenFloors {
  readonly floors: Floors | undefined;
  readonly location: Location;
  readonly status: string;
}

/** Chooses. Asking for a provider's floors starts the fetch where there was none; this auction goes on without them. */
export function chooseFloors(auction: Auction, own: Floors | undefined, settings: FloorSettings, services: Services): ChosenFloors {
  const fetched = ask(auction, own, settings, services);
  const status = fetched?.status ?? 'none';
  if (fetched?.status === 'success' && fetched.data && isUsed(fetched.data, services)) {
    return { floors: merge(own, fetched.data, auction, services.dialect.floors), location: 'fetch', status };
  }
  return { floors: own, location: own ? 'request' : 'noData', status };
}

function ask(auction: Auction, own: Floors | undefined, settings: FloorSettings, { config, floors }: Services) {
  if (!settings.useDynamicData) return undefined;
  const url = (config.rules.floorsUrlFromRequest && own?.endpoint) || settings.fetch.url;
  return url ? floors.ask(url, auction.account.id, settings.fetch) : undefined;
}

function isUsed(data: Ext, { random }: Services): boolean {
  const rate = readFloors({ data })?.data?.useFetchDataRate;
  return rate === undefined || draw(random, 100) < rate;
}

/** The provider's data under what the request insists on: its switch, its enforcement, its minimum, its skip rate where that holds. */
function merge(own: Floors | undefined, data: Ext, { convert }: Auction, { ownSkipRate }: FloorsDialect): Floors | undefined {
  const fetched = readFloors({ data });
  if (!fetched) return own;
  const minimum = mergedMinimum(own, fetched, convert);
  const raw: Ext = { ...withoutData(own?.raw), data };
  const floorMin = minimum.value > 0 ? minimum.value : undefined;
  return {
    ...fetched,
    enabled: own?.enabled,
    enforcement: own?.enforcement,
    skipRate: ownSkipRate ? own?.skipRate : undefined,
    endpoint: own?.endpoint,
    floorMin,
    floorMinCur: minimum.currency || undefined,
    raw,
  };
}

const withoutData = (raw: Ext | undefined): Ext =>
  Object.fromEntries(Object.entries(raw ?? {}).filter(([name]) => name.toLowerCase() !== 'data'));
