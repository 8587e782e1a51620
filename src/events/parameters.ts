/** Query parameters of `/event`, read by the rules of either variant (events-cache-stored.md section 1). */
import { type EventCall, VAST_EVENTS } from './notification.ts';

/** The call, still without the checks of its account; or what is wrong with it. */
export type ReadEvent = EventCall | { readonly faults: readonly string[] };

/** Code in the spelling of the registry; itself where the bidder is not known. */
export type Canonical = (bidder: string) => string;

const MOST_INTEGRATION = 64;
const MOST_INT64 = 2n ** 63n;

export const isTooLong = (integration: string): boolean =>
  integration.length > MOST_INTEGRATION && [...integration.slice(0, 2 * MOST_INTEGRATION + 2)].length > MOST_INTEGRATION;

/** Letters of any script, digits, `-` and `_`. */
export const isPlain = (integration: string): boolean => /^[\p{L}\p{N}_-]*$/u.test(integration);

/** What is wrong with an integration type (Go variant's texts). */
export function integrationFault(integration: string): string | undefined {
  if (isTooLong(integration)) return 'integration type length is too long';
  return isPlain(integration) ? undefined : "integration type can only contain numbers, letters and these characters '-', '_'";
}

/** Epoch ms; undefined where the text is no 64-bit integer. */
function toTimestamp(text: string): number | undefined {
  if (!/^[+-]?\d{1,19}$/.test(text)) return undefined;
  const value = BigInt(text.replace(/^\+/, ''));
  return value >= -MOST_INT64 && value < MOST_INT64 ? Number(value) : undefined;
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

/** All faults at once, in the Go variant's order. */
export function readEvent(query: URLSearchParams, canonical: Canonical): ReadEvent {
  const get = (name: string): string => query.get(name) ?? '';
  const faults: string[] = [];
  const [type, vtype, ts, format, analytics] = [get('t'), get('vtype'), get('ts'), get('f'), get('x')];
  if (type === '') faults.push("parameter 't' is required");
  else if (!['win', 'imp', 'vast'].includes(type)) faults.push(`unknown type: '${type}'`);
  if (type !== 'vast') {
    if (vtype !== '') faults.push("parameter 'vtype' is only required for t=vast");
  } else if (vtype === '') faults.push("parameter 'vtype' is required");
  else if (!isVastEvent(vtype)) faults.push(`unknown vtype: '${vtype}'`);
  if (get('b') === '') faults.push("parameter 'b' is required");
  if (ts !== '' && toTimestamp(ts) === undefined) faults.push(`invalid request: error parsing timestamp '${ts}'`);
  if (!['', 'b', 'i'].includes(format)) faults.push(`unknown format: '${format}'`);
  if (!['', '1', '0'].includes(analytics)) faults.push(`unknown analytics: '${analytics}'`);
  const integration = integrationFault(get('int'));
  if (integration !== undefined) faults.push(integration);
  return faults.length > 0 ? { faults } : call(query, canonical);
}

/** The first fault in the Java variant's words; undefined: none. */
export function javaIntegrationFault(integration: string): string | undefined {
  if (isTooLong(integration)) return `Integration 'int' query parameter is longer 64 symbols: ${integration}`;
  return isPlain(integration) ? undefined : `Integration 'int' query parameter is not valid: ${integration}`;
}

function javaFault(query: URLSearchParams): string | undefined {
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
  return javaIntegrationFault(query.get('int') ?? '');
}

/** The first fault only, as the Java variant does. */
export function readJavaEvent(query: URLSearchParams, canonical: Canonical): ReadEvent {
  const fault = javaFault(query);
  return fault === undefined ? call(query, canonical) : { faults: [fault] };
}
