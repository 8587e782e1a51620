/** The `tmax` of a request whose body is not parsed yet. */
import type { HostConfig } from '#src/config/schema.ts';

const TMAX = Buffer.from('"tmax"');
/** Longest number that is read. */
const DIGITS = 8;
/** ms, if neither the request nor the host has a limit. */
const DEFAULT_MS = 1000;

/** The first `tmax` in the JSON as written, ms; undefined: none, or the body is compressed. */
function writtenTmax(body: Buffer): number | undefined {
  const at = body.indexOf(TMAX);
  if (at < 0) return undefined;
  const [, digits] =
    /^\s{0,8}:\s{0,8}(\d+)/.exec(body.toString('latin1', at + TMAX.length, at + TMAX.length + 2 * DIGITS + 1 + DIGITS)) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** ms a caller waits for its response, as far as it is known without parsing: its own `tmax` within the host's limits. */
export function expectedTmax(body: Buffer, { default: defaultMs, max }: HostConfig['auction_timeouts_ms']): number {
  const tmax = writtenTmax(body) || defaultMs || max || DEFAULT_MS;
  return max > 0 ? Math.min(tmax, max) : tmax;
}
