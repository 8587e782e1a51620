/** Whose request it is (auction-request.md 5.1). */
import type { Ext } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import { invalid } from '#src/wire/refusal.ts';
import type { Auction, Channel } from '../auction.ts';
import type { Services } from '../services.ts';

/** Id of a request that names no account. */
export const UNKNOWN_ACCOUNT = 'unknown';

/** Where an account id may stand, in the order of search; the part it is found in is the request's class. */
const PLACES = (['app', 'site', 'dooh'] as const).flatMap((part) => [
  { part, path: [part, 'publisher', 'ext', 'srv', 'parentAccount'] },
  { part, path: [part, 'publisher', 'id'] },
]);

export type FoundId = { readonly id: string; readonly part?: 'app' | 'site' | 'dooh' } | { readonly error: string };

/** The first place that exists decides, even when what it holds is empty. */
export function searchAccountId(request: Ext): FoundId {
  for (const { part, path } of PLACES) {
    let value: unknown = request;
    for (const name of path) value = isObject(value) ? value[name] : undefined;
    if (value === undefined) continue;
    return typeof value === 'string' ? { id: value, part } : { error: `${path.join('.')} must be a string` };
  }
  return { id: '' };
}

const CHANNELS = { app: 'app', dooh: 'dooh', site: 'web' } as const;

/** Account id and class of the request: the stored request is searched first, then the body; nothing found: `unknown`. */
export function accountIdOf(
  body: Ext,
  storedRequest?: Ext,
): { readonly id: string; readonly channel: Channel } | { readonly error: string } {
  const first = searchAccountId(storedRequest ?? body);
  if ('error' in first) return first;
  const second = first.id === '' && storedRequest ? searchAccountId(body) : first;
  if ('error' in second) return second;
  return { id: second.id || UNKNOWN_ACCOUNT, channel: first.part ? CHANNELS[first.part] : 'web' };
}

/** The first publisher of app, dooh, site of the body, then of the stored request; nothing found: empty. */
export function firstPublisherOf(body: Ext, storedRequest?: Ext): { readonly id: string; readonly channel: Channel } {
  const channel = 'app' in body ? 'app' : 'dooh' in body ? 'dooh' : 'web';
  for (const request of [body, storedRequest]) {
    const id = request && publisherId(request);
    if (id) return { id, channel };
  }
  return { id: '', channel };
}

function publisherId(request: Ext): string {
  for (const part of ['app', 'dooh', 'site']) {
    const holder = request[part];
    const publisher = isObject(holder) ? holder['publisher'] : undefined;
    if (!isObject(publisher)) continue;
    const srv = isObject(publisher['ext']) ? publisher['ext']['srv'] : undefined;
    const parent = isObject(srv) ? srv['parentAccount'] : undefined;
    const own = publisher['id'];
    return (typeof parent === 'string' ? parent.trim() : '') || (typeof own === 'string' ? own.trim() : '');
  }
  return '';
}

/** Sets `auction.accountId` and, for requests of the auction endpoint, `auction.channel`. */
export function findAccountId(auction: Auction, { dialect }: Services): void {
  const { body, intake } = auction;
  const found = dialect.validate.accountIdOf(body, intake.storedRequest);
  if ('error' in found) {
    auction.refusal = invalid(found.error);
    return;
  }
  auction.accountId = found.id;
  if (auction.entry === 'auction') auction.channel = found.channel;
}
