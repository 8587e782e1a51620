/** Determines the account of a request. */

import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Auction, NamedAccount } from '../auction.ts';
import { invalid } from '../rejection.ts';
import type { Services } from '../services.ts';

/** Id of a request that names no account. */
export const UNKNOWN_ACCOUNT = 'unknown';

/** Locations of an account id, in search order; the one that holds it sets the request's type. */
const PLACES = (['app', 'site', 'dooh'] as const).flatMap((part) => [
  { part, path: [part, 'publisher', 'ext', 'srv', 'parentAccount'] },
  { part, path: [part, 'publisher', 'id'] },
]);

export interface FoundId {
  readonly id: string;
  /** The part of the request with the id; absent: no part. */
  readonly part?: 'app' | 'site' | 'dooh';
}

/** The first existing location decides, even if it is empty. Without one the id is empty. */
export function searchAccountId(request: Ext): Result<FoundId> {
  for (const { part, path } of PLACES) {
    let value: unknown = request;
    for (const name of path) value = isObject(value) ? value[name] : undefined;
    if (value === undefined) continue;
    return typeof value === 'string' ? { value: { id: value, part } } : { error: `${path.join('.')} must be a string` };
  }
  return { value: { id: '' } };
}

const REQUEST_TYPES = { app: 'app', dooh: 'dooh', site: 'web' } as const;

/** Account id and type of the request: the stored request is searched first, then the body; otherwise `unknown`. */
export function accountIdOf(body: Ext, storedRequest?: Ext): Result<NamedAccount> {
  const first = searchAccountId(storedRequest ?? body);
  if ('error' in first) return first;
  const second = first.value.id === '' && storedRequest ? searchAccountId(body) : first;
  if ('error' in second) return second;
  const { part } = first.value;
  return { value: { id: second.value.id || UNKNOWN_ACCOUNT, requestType: part ? REQUEST_TYPES[part] : 'web' } };
}

/**
 * The first publisher of app, dooh, site of the body, then of the stored request; otherwise empty. The type is that of both merged. The
 * body is not decoded yet: a number is an id, too.
 */
export function firstPublisherOf(body: Ext, storedRequest: Ext = {}): NamedAccount {
  const has = (part: string): boolean => isObject(body[part] ?? storedRequest[part]);
  const requestType = has('app') ? 'app' : has('dooh') ? 'dooh' : 'web';
  return { id: publisherId(body) || publisherId(storedRequest), requestType };
}

function publisherId(request: Ext): string {
  for (const part of ['app', 'dooh', 'site']) {
    const holder = request[part];
    const publisher = isObject(holder) ? holder['publisher'] : undefined;
    if (!isObject(publisher)) continue;
    const srv = isObject(publisher['ext']) ? publisher['ext']['srv'] : undefined;
    const parent = isObject(srv) ? textOf(srv['parentAccount']).trim() : '';
    const own = textOf(publisher['id']);
    return parent || (own.trim() === '' ? '' : own);
  }
  return '';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');

/** Sets `auction.accountId` and, for requests of the auction endpoint, `auction.requestType`. */
export function findAccountId(auction: Auction, { dialect }: Services): void {
  const { body, input } = auction;
  const found = dialect.validate.accountIdOf(body, input.storedRequest);
  if ('error' in found) {
    auction.rejection = invalid(found.error);
    return;
  }
  const { id, requestType } = found.value;
  auction.accountId = id;
  if (auction.endpoint === 'auction') auction.requestType = requestType;
}
