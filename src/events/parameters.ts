/** Query parameters of `/event`, parsed by the rules of either variant. */
import { type EventCall, VAST_EVENTS } from './notification.ts';

/** The call, without the checks of its account; or its errors. */
export type ReadEvent = EventCall | { readonly errors: readonly string[] };

/** The registry's spelling of a code; unchanged if the bidder is unknown. */
export type Canonical = (bidder: string) => string;

const MAX_INTEGRATION = 64;
const MAX_INT64 = 2n ** 63n;

const isTooLong = (integration: string): boolean =>
  integration.length > MAX_INTEGRATION && [...integration.slice(0, 2 * MAX_INTEGRATION + 2)].length > MAX_INTEGRATION;

/** Letters of any script, digits, `-` and `_`. */
const isPlain = (integration: string): boolean => /^[\p{L}\p{N}_-]*$/u.test(integration);

/** Why an integration type is invalid (Go variant's messages). */
export function integrationError(integration: string): string | undefined {
  if (isTooLong(integration)) return 'integration type length is too long';
  return isPlain(integration) ? undefined : "integration type can only contain numbers, letters and these characters '-', '_'";
}

/** Epoch ms; undefined if the text is not a 64-bit integer. */
function toTimestamp(text: string): number | undefined {
  if (!/^[+-]?\d{1,19}$/.test(text)) return undefined;
  const value = BigInt(text.replace(/^\+/, ''));
  return value >= -MAX_INT64 && value < MAX_INT64 ? Number(value) : undefined;
}

const isVastEvent = (text: string): text is (typeof VAST_EVENTS)[number] => (VAST_EVENTS as readonly string[]).includes(text);

function call(query: URLSearchParams, canonical: Canonical): EventCall {
  const get = (name: string): string => query.get(name) ?? '';
  const [vtype, bidder, ts] = [get('vtype'), get('bidder'), get('ts')];
  return {
    type: get('t') as EventCall['type'],
    vtype: isVastEvent(vtype) ? vtype : undefined,
    bidId: get('b'),
    accountId: get('a'),
    bidder: bidder === '' ? undefined : canonical(bidder),
    timestamp: ts === '' ? undefined : toTimestamp(ts),
    integration: get('int') || undefined,
    auctionId: get('aid') || undefined,
    image: get('f') === 'i',
    analytics: get('x') !== '0',
  };
}

/** All errors at once, in the Go variant's order. */
export function readEvent(query: URLSearchParams, canonical: Canonical): ReadEvent {
  const get = (name: string): string => query.get(name) ?? '';
  const errors: string[] = [];
  const [type, vtype, ts, format, analytics] = [get('t'), get('vtype'), get('ts'), get('f'), get('x')];
  if (type === '') errors.push("parameter 't' is required");
  else if (!['win', 'imp', 'vast'].includes(type)) errors.push(`unknown type: '${type}'`);
  if (type !== 'vast') {
    if (vtype !== '') errors.push("parameter 'vtype' is only required for t=vast");
  } else if (vtype === '') errors.push("parameter 'vtype' is required");
  else if (!isVastEvent(vtype)) errors.push(`unknown vtype: '${vtype}'`);
  if (get('b') === '') errors.push("parameter 'b' is required");
  if (ts !== '' && toTimestamp(ts) === undefined) errors.push(`invalid request: error parsing timestamp '${ts}'`);
  if (!['', 'b', 'i'].includes(format)) errors.push(`unknown format: '${format}'`);
  if (!['', '1', '0'].includes(analytics)) errors.push(`unknown analytics: '${analytics}'`);
  const integration = integrationError(get('int'));
  if (integration !== undefined) errors.push(integration);
  return errors.length > 0 ? { errors } : call(query, canonical);
}

/** The first error with the Java variant's message; undefined: none. */
export function javaIntegrationError(integration: string): string | undefined {
  if (isTooLong(integration)) return `Integration 'int' query parameter is longer 64 symbols: ${integration}`;
  return isPlain(integration) ? undefined : `Integration 'int' query parameter is not valid: ${integration}`;
}

function javaError(query: URLSearchParams): string | undefined {
  const shown = (name: string): string => query.get(name) ?? 'null';
  const isNot = (name: string, ...allowed: string[]): boolean => !['', ...allowed].includes(query.get(name) ?? '');
  const type = query.get('t');
  if (type !== 'win' && type !== 'imp') {
    return `Type 't' is required query parameter. Possible values are win and imp, but was ${shown('t')}`;
  }
  if ((query.get('b') ?? '').trim() === '') return "BidId 'b' is required query parameter and can't be empty";
  const ts = query.get('ts') ?? '';
  if (ts !== '' && toTimestamp(ts) === undefined) return `Timestamp 'ts' query parameter is not valid number: ${ts}`;
  if (isNot('f', 'b', 'i')) return `Format 'f' query parameter is invalid. Possible values are b and i, but was ${shown('f')}`;
  if (isNot('x', '1', '0')) return `Analytics 'x' query parameter is invalid. Possible values are 1 and 0, but was ${shown('x')}`;
  return javaIntegrationError(query.get('int') ?? '');
}

/** The first error only, as in the Java variant. */
export function readJavaEvent(query: URLSearchParams, canonical: Canonical): ReadEvent {
  const error = javaError(query);
  return error === undefined ? call(query, canonical) : { errors: [error] };
}
