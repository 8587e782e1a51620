/** Values of two hosts made comparable: what time, chance or a product's name decides is replaced by a constant. */
import { neutral } from '#test/conformance/compare.ts';

type Json = { readonly [field: string]: unknown };

/** JSON of a text; the text itself if it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** The recorder's port and side. */
const ENDPOINT = /http:\/\/127\.0\.0\.1:\d+\/(ours|peer)\//g;

/** Fields whose values are measured times. */
const TIMES = new Set(['responsetimemillis', 'auctiontimestamp', 'execution_time_millis', 'cachettlseconds', 'tmax']);

/** Keys under which both hosts list parts in no particular order, and the field that orders them. */
const ORDER = new Map([
  ['bidder_status', ['bidder']],
  ['seatbid', ['seat']],
  ['bid', ['impid', 'id']],
  ['seatnonbid', ['seat']],
  ['nonbid', ['impid']],
]);

/** A copy with the extension key `srv`, sorted lists of seats and bids, and without times, ids and product names. */
export function normalised(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return normalisedString(value, key);
  if (Array.isArray(value))
    return ordered(
      key,
      value.map((item) => normalised(item, key)),
    );
  if (typeof value !== 'object' || value === null) return TIMES.has(key) ? 0 : value;
  const entries = Object.entries(value).map(([name, nested]) => [
    name === 'prebid' ? 'srv' : name,
    TIMES.has(key) ? 0 : normalised(nested, name),
  ]);
  return Object.fromEntries(entries);
}

/** Bodies of calls in debug output are JSON in a string. */
function normalisedString(text: string, key: string): unknown {
  if (key === 'requestbody' || key === 'responsebody') return normalised(parsed(text), 'body');
  return isMessage(key) ? neutral(constant(text)) : constant(text);
}

const isMessage = (key: string): boolean => key === 'message' || key === 'error' || key === '';

const constant = (text: string): string => text.replace(UUID, '(uuid)').replace(ENDPOINT, 'http://bidder/');

function ordered(key: string, items: unknown[]): unknown[] {
  const fields = ORDER.get(key);
  if (!fields) return items;
  const rank = (item: unknown): string => fields.map((field) => String((item as Json | null)?.[field])).join(' ');
  return items.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
