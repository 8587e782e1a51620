/** Limit ad tracking: `device.lmt`. */
import type { Device } from '#src/wire/ortb.ts';

export interface LmtSignal {
  readonly provided: boolean;
  readonly signal: number;
}

export const readLmt = (device: Pick<Device, 'lmt'> | null | undefined): LmtSignal =>
  typeof device?.lmt === 'number' ? { provided: true, signal: device.lmt } : { provided: false, signal: 0 };

/** Only 1 limits. */
export const isLmtEnforced = ({ provided, signal }: LmtSignal): boolean => provided && signal === 1;
