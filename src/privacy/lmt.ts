/** Limit ad tracking: `device.lmt`. */
import type { Device } from '#src/openrtb/ortb.ts';

export interface LmtSignal {
  readonly provided: boolean;
  readonly signal: number;
}

/** The signal of a device. */
export const readLmt = (device: Pick<Device, 'lmt'> | null | undefined): LmtSignal =>
  typeof device?.lmt === 'number' ? { provided: true, signal: device.lmt } : { provided: false, signal: 0 };

/** Only the value 1 limits tracking. */
export const isLmtEnforced = ({ provided, signal }: LmtSignal): boolean => provided && signal === 1;
