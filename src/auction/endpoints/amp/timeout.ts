/** Max duration of an AMP auction: the page's timeout, capped only if the host sets a cap (decisions row 55). */
import type { HostConfig } from '#src/config/schema.ts';

/** ms subtracted from the page's timeout; either spelling of the option. */
export const ampAdjustment = ({ amp, amp_timeout_adjustment_ms }: HostConfig): number =>
  amp.timeout_adjustment_ms ?? amp_timeout_adjustment_ms;

/** ms for the complete auction, from the request's `tmax`. */
export function ampTmax(tmax: number | undefined, { amp }: Pick<HostConfig, 'amp'>): number {
  const { max_timeout_ms: max = 0, default_timeout_ms: standard } = amp;
  const wanted = tmax || standard;
  return max > 0 ? Math.min(wanted, max) : wanted;
}
