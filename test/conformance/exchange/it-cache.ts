/** The cache service of a case's stubs (README 5.2), instead of its socket. */
import type { HttpResponse } from '#src/bidders/bidder.ts';
import type { Cancel, Exchanged, Outgoing, Transport } from '#src/net/transport.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { bind } from '../bidders/binding.ts';
import { firstDifference } from '../compare.ts';
import type { Stub } from './case.ts';
import { placeholders, withoutOwnCurrency } from './equality.ts';
import { matches, stubBody } from './stubs.ts';

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UUID_MARK = '{{uuid}}';

type Put = Ext & { readonly type: 'json' | 'xml'; readonly value: unknown };

/** Keys end in a random id. */
const anyUuid = placeholders(
  withoutOwnCurrency((wanted, made, path) => {
    if (!path.endsWith('.key') || typeof wanted !== 'string' || !wanted.endsWith(UUID_MARK)) return undefined;
    const key = String(made);
    return UUID.test(key) && key.replace(UUID, '') === wanted.slice(0, -UUID_MARK.length);
  }),
);

/** A put whose bid lacks fields its model does not know, except the win address, which is ours. */
function bound(put: Put): Put {
  if (put.type !== 'json') return put;
  const { wurl } = put.value as { wurl?: string };
  return { ...put, value: { ...(bind('Bid', put.value) as Ext), ...(wurl !== undefined && { wurl }) } };
}

/** The name of a put in `cacheIds`: JSON by bid and price, XML by its text. */
function nameOf({ type, value }: Put): string {
  if (type === 'xml') return String(value);
  const { id, price, ext } = value as { id: string; price: number; ext?: { origbidcpm?: number } };
  return `${id}@${ext?.origbidcpm ?? price}`;
}

function responseOf(stub: Stub, puts: readonly Put[]): HttpResponse {
  const { cacheIds, status = 200 } = stub.response;
  const headers = Object.fromEntries(Object.entries(stub.response.headers ?? {}).map(([name, value]) => [name.toLowerCase(), [value]]));
  if (!cacheIds) return { status, headers, body: stubBody(stub) };
  return { status, headers, body: JSON.stringify({ responses: puts.map((put) => ({ uuid: cacheIds[nameOf(put)] ?? '' })) }) };
}

/** Answers puts and reads from the stubs; unmatched calls get 404 and are recorded with the reasons. */
export class CacheTransport implements Transport {
  readonly unmatched: string[] = [];
  readonly #stubs: readonly Stub[];

  constructor(stubs: readonly Stub[]) {
    this.#stubs = stubs;
  }

  send(outgoing: Outgoing, done: (exchanged: Exchanged) => void): Cancel {
    const puts = outgoing.method === 'POST' ? ((JSON.parse(outgoing.body ?? '{}') as { puts?: Put[] }).puts ?? []) : [];
    const reasons: string[] = [];
    const stub = this.#stubs.find((one) => {
      const reason = difference(one, outgoing, puts);
      if (reason !== undefined) reasons.push(reason);
      return reason === undefined;
    });
    if (!stub) this.unmatched.push(`cache ${outgoing.method}: ${reasons.join(' | ') || 'no recorded call of the cache'}`);
    const response = stub ? responseOf(stub, puts) : { status: 404, headers: {}, body: '' };
    const timer = setTimeout(() => done({ kind: 'response', response }), stub?.response.delayMs ?? 0);
    return () => clearTimeout(timer);
  }

  async close(): Promise<void> {}
}

function difference(stub: Stub, outgoing: Outgoing, puts: readonly Put[]): string | undefined {
  const { expectCachePuts, expectRequest, ...rest } = stub;
  const wanted = (expectCachePuts ?? expectRequest) as Ext | undefined;
  const found = matches(rest, outgoing);
  if (found !== undefined || wanted === undefined) return found;
  return firstDifference(wanted, { puts: puts.map(bound) }, { anyOrder: true, special: anyUuid, tolerance: 1e-9 }, 'cache');
}
