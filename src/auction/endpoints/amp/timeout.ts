/** Max duration of an AMP auction: the smaller of the host's AMP timeout and the page's. */
import type { HostConfig } from '#src/config/schema.ts';

/** ms subtracted from the page's timeout; either spelling of the option. */
export const ampAdjustment = ({ amp, amp_timeout_adjustment_ms }: HostConfig): number =>
  amp.timeout_adjustment_ms ?? amp_timeout_adjustment_ms;

/** ms for the complete auction, from the request's `tmax`. */
export function ampTmax(tmax: number | undefined, { amp }: Pick<HostConfig, 'amp'>): number {
  const max = amp.max_timeout_ms ?? amp.default_timeout_ms;
  const wanted = tmax || amp.default_timeout_ms;
  return max > 0 ? Math.min(wanted, max) : wanted;
}
