/** Origins that the settings of this host name: they may be anywhere. All others are named by requests, accounts or bidders. */

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
