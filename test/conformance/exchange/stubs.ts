/** External HTTP servers replaced by a case's stubs: bidders, cache, rates and others. */

import type { HttpResponse } from '#src/bidders/bidder.ts';
import { isObject } from '#src/json/merge.ts';
import type { Cancel, Exchanged, Outgoing, Transport } from '#src/net/transport.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { extFields } from '#src/openrtb/ext-shapes.ts';
import { normaliseExt } from '#src/openrtb/rename.ts';
import { SHAPES } from '#src/openrtb/shapes.ts';
import { firstDifference } from '../compare.ts';
import type { Stub } from './case.ts';
import { normalised, placeholders, wording } from './equality.ts';

/** Why a stub does not match a call; undefined: it does. */
export function matches(stub: Stub, outgoing: Outgoing): string | undefined {
  const url = new URL(outgoing.uri);
  if (stub.method && stub.method !== outgoing.method) return `method ${outgoing.method}`;
  if (stub.path !== undefined && stub.path !== url.pathname) return `path ${url.pathname}`;
  for (const [name, wanted] of Object.entries(stub.query ?? {})) {
    if (!bodyMatches(wanted, url.searchParams.get(name))) return `query ${name}=${url.searchParams.get(name)}`;
  }
  const headers = Object.fromEntries(Object.entries(outgoing.headers).map(([name, value]) => [name.toLowerCase(), value]));
  for (const [name, wanted] of Object.entries(stub.headers ?? {})) {
    const value = headers[name.toLowerCase()];
    if (!bodyMatches(wanted, value === undefined ? null : Array.isArray(value) ? value.join(',') : String(value)))
      return `header ${name}: ${String(value)}`;
  }
  if (stub.noBody && outgoing.body) return 'a body';
  if (stub.expectText !== undefined && stub.expectText !== outgoing.body) return `body ${outgoing.body}`;
  if (stub.expectRequest === undefined) return undefined;
  // Some adapters send zeros that count as absent.
  return firstDifference(normalised(stub.expectRequest), normalised(modelled(parse(outgoing.body), stub.expectRequest)), {
    special: placeholders(wording),
    anyOrder: stub.ignoreArrayOrder === true,
    superset: stub.ignoreExtraMembers === true,
  });
}

const TARGETING = new Set(extFields('Targeting'));

/** The request without unknown fields, and those of `targeting`: ours are passed on as sent. */
function modelled(sent: unknown, wanted: unknown): unknown {
  const request = isObject(sent) && Array.isArray(sent['imp']) && isObject(wanted) ? withKnownFields(sent, wanted) : sent;
  const { srv } = ((request as { ext?: Ext } | undefined)?.ext ?? {}) as { srv?: { targeting?: Ext } };
  if (!srv?.targeting) return request;
  const targeting = Object.fromEntries(Object.entries(srv.targeting).filter(([name]) => TARGETING.has(name)));
  const { ext, ...rest } = request as { ext: Ext };
  return { ...rest, ext: { ...ext, srv: { ...srv, targeting } } };
}

const withKnownFields = (request: Ext, wanted: Ext): Ext =>
  Object.fromEntries(Object.entries(request).filter(([name]) => name === 'ext' || name in wanted || SHAPES.BidRequest.has(name)));

/** Matcher objects have the names of the corpus's mocking tool: equalTo, containing, matching, absent. */
function bodyMatches(wanted: unknown, value: string | null): boolean {
  if (typeof wanted === 'string' || typeof wanted === 'number') return value === String(wanted);
  const matcher = wanted as Record<string, unknown>;
  if (matcher['absent'] === true) return value === null;
  if (value === null) return false;
  if (typeof matcher['equalTo'] === 'string') return value === matcher['equalTo'];
  if (typeof matcher['contains'] === 'string') return value.includes(matcher['contains']);
  if (typeof matcher['containing'] === 'string') return value.includes(matcher['containing']);
  if (typeof matcher['matches'] === 'string') return new RegExp(matcher['matches']).test(value);
  if (typeof matcher['matching'] === 'string') return new RegExp(matcher['matching']).test(value);
  return true;
}

const parse = (text: string | undefined): unknown => {
  try {
    const body: unknown = JSON.parse(text ?? '');
    // Either extension key is accepted on the wire.
    normaliseExt(body);
    return body;
  } catch {
    return text;
  }
};

/** The body of a stub's response. */
export const stubBody = ({ response }: Stub): string =>
  response.bodyText ??
  (response.body === undefined ? '' : typeof response.body === 'string' ? response.body : JSON.stringify(response.body));

function responseOf(stub: Stub): HttpResponse {
  const headers = Object.fromEntries(Object.entries(stub.response.headers ?? {}).map(([name, value]) => [name.toLowerCase(), [value]]));
  return { status: stub.response.status ?? 200, headers, body: stubBody(stub) };
}

/** A transport that responds from stubs; unmatched calls get 404 and are recorded with the reasons. */
export class StubTransport implements Transport {
  readonly unmatched: string[] = [];
  readonly calls: Outgoing[] = [];
  readonly #stubs: readonly Stub[];

  constructor(stubs: readonly Stub[]) {
    this.#stubs = stubs;
  }

  send(outgoing: Outgoing, done: (exchanged: Exchanged) => void): Cancel {
    this.calls.push(outgoing);
    const reasons: string[] = [];
    const stub = this.#stubs.find((one) => {
      const reason = matches(one, outgoing);
      if (reason) reasons.push(reason);
      return reason === undefined;
    });
    if (!stub) this.unmatched.push(`${outgoing.method} ${outgoing.uri}: ${reasons.join(' | ')}`);
    const response: HttpResponse = stub ? responseOf(stub) : { status: 404, headers: {}, body: '' };
    const timer = setTimeout(() => done({ kind: 'response', response }), stub?.response.delayMs ?? 0);
    return () => clearTimeout(timer);
  }

  async close(): Promise<void> {}
}
