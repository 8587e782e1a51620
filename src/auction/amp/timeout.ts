/** How long an AMP auction may take: the smaller of the host's AMP time and the page's (the specification, AMP rule 4). */
import type { HostConfig } from '#src/config/schema.ts';

/** ms taken off what the page is willing to wait; either spelling of the option. */
export const ampAdjustment = ({ amp, amp_timeout_adjustment_ms }: HostConfig): number =>
  amp.timeout_adjustment_ms ?? amp_timeout_adjustment_ms;

/** ms for the whole auction, from the request's `tmax`. */
export function ampTmax(tmax: number | undefined, { amp }: Pick<HostConfig, 'amp'>): number {
  const most = amp.max_timeout_ms ?? amp.default_timeout_ms;
  const wanted = tmax || amp.default_timeout_ms;
  return most > 0 ? Math.min(wanted, most) : wanted;
}
