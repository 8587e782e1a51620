/**
 * Redirects as the Go variant's HTTP client follows them: at most ten requests; 301, 302 and 303 turn a POST into a GET without a body, 307
 * and 308 repeat it; credentials are sent only to the first host and its subdomains.
 */
import type { Result } from '#src/lang/result.ts';
import type { Outgoing } from './transport.ts';

/** Ten requests at most, as in the Go variant. */
const MAX_REDIRECTS = 9;

const STATUSES = new Set([301, 302, 303, 307, 308]);

/** Headers for the first host only. */
const SENSITIVE = new Set(['authorization', 'www-authenticate', 'cookie', 'cookie2', 'proxy-authorization', 'proxy-authenticate']);
/** Headers about a body that is no longer sent. */
const OF_BODY = new Set(['content-encoding', 'content-language', 'content-location', 'content-type']);

/** One request of a chain, with its predecessor. */
export interface Hop {
  readonly first: Outgoing;
  readonly outgoing: Outgoing;
  /** Number of this request in the chain. */
  readonly count: number;
  /** Whether the chain has left the first host: from then on its secrets are withheld. */
  readonly away: boolean;
}

/** The request itself, before any redirect. */
export const firstHop = (outgoing: Outgoing): Hop => ({ first: outgoing, outgoing, count: 1, away: false });

/** Whether a response is a redirect. */
export const isRedirect = (status: number, location: string | undefined): location is string =>
  location !== undefined && location !== '' && STATUSES.has(status);

/** The failure and its address, for callers. */
export const failedAt = ({ first }: Hop, uri: string, message: string): string =>
  `${first.method === 'POST' ? 'Post' : 'Get'} "${uri}": ${message}`;

/** The next request, or why there is none. @param maxRedirects of the whole chain */
export function nextHop(hop: Hop, status: number, location: string, maxRedirects: number = MAX_REDIRECTS): Result<Hop> {
  const { first, outgoing, count } = hop;
  if (!URL.canParse(location, outgoing.uri)) {
    return { error: failedAt(hop, outgoing.uri, `failed to parse Location header ${JSON.stringify(location)}`) };
  }
  const [from, to] = [new URL(outgoing.uri), new URL(location, outgoing.uri)];
  if (count > maxRedirects) return { error: failedAt(hop, location, `stopped after ${maxRedirects + 1} redirects`) };
  if (to.protocol !== 'http:' && to.protocol !== 'https:') {
    return { error: failedAt(hop, to.href, `unsupported protocol scheme "${to.protocol.slice(0, -1)}"`) };
  }
  const away = hop.away || !isWithin(to.hostname, new URL(first.uri).hostname);
  const repeats = status === 307 || status === 308;
  const body = repeats ? (outgoing.body ?? outgoing.remakeBody?.()) : undefined;
  const resendsBody = body !== undefined;
  const headers = headersFor(outgoing, from, to, { away, resendsBody });
  const next: Outgoing = {
    bidder: first.bidder,
    method: repeats ? outgoing.method : 'GET',
    uri: bare(to),
    headers,
    body,
    gzip: resendsBody && outgoing.gzip,
  };
  return { value: { first, outgoing: next, count: count + 1, away } };
}

function headersFor(
  { headers }: Outgoing,
  from: URL,
  to: URL,
  { away, resendsBody }: { readonly away: boolean; readonly resendsBody: boolean },
): Outgoing['headers'] {
  const retained: Record<string, string | readonly string[]> = {};
  let hasReferer = false;
  for (const name in headers) {
    const lower = name.toLowerCase();
    if ((away && SENSITIVE.has(lower)) || (!resendsBody && OF_BODY.has(lower)) || lower === 'host') continue;
    hasReferer ||= lower === 'referer';
    retained[name] = headers[name] ?? '';
  }
  if (!hasReferer && !(from.protocol === 'https:' && to.protocol === 'http:')) retained['Referer'] = bare(from);
  return retained;
}

/** Removes user name and password from an address. */
function bare(url: URL): string {
  if (url.username === '' && url.password === '' && url.hash === '') return url.href;
  const copy = new URL(url);
  copy.username = '';
  copy.password = '';
  copy.hash = '';
  return copy.href;
}

/** The host itself or a subdomain; an IP address has none. */
const isWithin = (host: string, parent: string): boolean => host === parent || (!host.startsWith('[') && host.endsWith(`.${parent}`));
