/**
 * Redirects as the Go variant's HTTP client follows them: ten requests at most; 301, 302 and 303 turn a POST into a GET
 * without a body, 307 and 308 repeat it; what a host was trusted with stays with it and its subdomains.
 */
import type { Outgoing } from './http.ts';

const MOST_REQUESTS = 10;

const STATUSES = new Set([301, 302, 303, 307, 308]);

/** Headers that are for the first host only. */
const SENSITIVE = new Set(['authorization', 'www-authenticate', 'cookie', 'cookie2', 'proxy-authorization', 'proxy-authenticate']);
/** Headers that speak of a body which is no longer sent. */
const OF_BODY = new Set(['content-encoding', 'content-language', 'content-location', 'content-type']);

/** One request of a chain: what goes out, what came before it. */
export interface Hop {
  readonly first: Outgoing;
  readonly outgoing: Outgoing;
  /** Requests up to this one. */
  readonly count: number;
  /** Whether the chain has left the first host: from then on its secrets stay out, wherever it leads. */
  readonly away: boolean;
}

export const firstHop = (outgoing: Outgoing): Hop => ({ first: outgoing, outgoing, count: 1, away: false });

/** An answer that only says where to go. */
export const isRedirect = (status: number, location: string | undefined): location is string =>
  location !== undefined && location !== '' && STATUSES.has(status);

/** What failed and where, as callers are told. */
export const failedAt = ({ first }: Hop, uri: string, message: string): string =>
  `${first.method === 'POST' ? 'Post' : 'Get'} "${uri}": ${message}`;

/** The request that follows, or why there is none. */
export function nextHop(hop: Hop, status: number, location: string): Hop | string {
  const { first, outgoing, count } = hop;
  if (!URL.canParse(location, outgoing.uri)) {
    return failedAt(hop, outgoing.uri, `failed to parse Location header ${JSON.stringify(location)}`);
  }
  const [from, to] = [new URL(outgoing.uri), new URL(location, outgoing.uri)];
  if (count >= MOST_REQUESTS) return failedAt(hop, location, `stopped after ${MOST_REQUESTS} redirects`);
  if (to.protocol !== 'http:' && to.protocol !== 'https:') {
    return failedAt(hop, to.href, `unsupported protocol scheme "${to.protocol.slice(0, -1)}"`);
  }
  const away = hop.away || !isWithin(to.hostname, new URL(first.uri).hostname);
  const repeats = status === 307 || status === 308;
  const keepsBody = repeats && outgoing.body !== undefined;
  const headers = headersFor(outgoing, from, to, { away, keepsBody });
  const next: Outgoing = {
    bidder: first.bidder,
    method: repeats ? outgoing.method : 'GET',
    uri: bare(to),
    headers,
    body: keepsBody ? outgoing.body : undefined,
    gzip: keepsBody && outgoing.gzip,
  };
  return { first, outgoing: next, count: count + 1, away };
}

function headersFor(
  { headers }: Outgoing,
  from: URL,
  to: URL,
  { away, keepsBody }: { readonly away: boolean; readonly keepsBody: boolean },
): Outgoing['headers'] {
  const kept: Record<string, string | readonly string[]> = {};
  let says = false;
  for (const name in headers) {
    const lower = name.toLowerCase();
    if ((away && SENSITIVE.has(lower)) || (!keepsBody && OF_BODY.has(lower)) || lower === 'host') continue;
    says ||= lower === 'referer';
    kept[name] = headers[name] ?? '';
  }
  if (!says && !(from.protocol === 'https:' && to.protocol === 'http:')) kept['Referer'] = bare(from);
  return kept;
}

/** Without the name and password some addresses hold. */
function bare(url: URL): string {
  if (url.username === '' && url.password === '' && url.hash === '') return url.href;
  const copy = new URL(url);
  copy.username = '';
  copy.password = '';
  copy.hash = '';
  return copy.href;
}

/** The host itself or a subdomain; an address in numbers has none. */
const isWithin = (host: string, parent: string): boolean => host === parent || (!host.startsWith('[') && host.endsWith(`.${parent}`));
