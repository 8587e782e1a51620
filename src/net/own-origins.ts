/**
 * Origins that the settings of this host name: they may be anywhere. All others are named by requests, accounts or bidders. Each bidder has those
 * of its own settings only: a parameter that becomes the host of its endpoint could name a store or another service of this host.
 */

/** By bidder code; `''`: calls of the host's modules. */
export type OwnOrigins = ReadonlyMap<string, ReadonlySet<string>>;

/** Whether an origin, in any notation, is one of a bidder's settings. */
export function isOwn(own: OwnOrigins, bidder: string, origin: string): boolean {
  const origins = own.get(bidder);
  return origins !== undefined && (origins.has(origin) || origins.has(URL.parse(origin)?.origin ?? ''));
}

/** The origin at the start of an address, if it contains no macro. */
const ORIGIN = /^https?:\/\/[^\s/?#{}$_]{1,253}/i;

/** Origins of all addresses in settings, whatever their key. */
export function originsIn(settings: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  collect(settings, found);
  return found;
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    const origin = originOf(value);
    if (origin !== undefined) found.add(origin);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) collect(part, found);
  }
}

/** `https://host:port`; undefined for anything else, and for templates whose host contains a macro. */
function originOf(text: string): string | undefined {
  const start = ORIGIN.exec(text)?.[0];
  if (start === undefined) return undefined;
  const next = text[start.length];
  const isComplete = next === undefined || '/?#'.includes(next);
  return isComplete ? URL.parse(start)?.origin : undefined;
}
