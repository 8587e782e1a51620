/** `device.lmt` of iOS apps, derived from newer signals. */

import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { BidRequest, Device } from '#src/openrtb/ortb.ts';

export interface IosVersion {
  readonly major: number;
  readonly minor: number;
}
export type IosClass = 'unknown' | '14.0' | '14.1' | '14.2-or-greater';

const NO_IFA = '00000000-0000-0000-0000-000000000000';
const INTEGER = /^[+-]?\d+$/;

/** Sets `device.lmt` of an iOS app request from `ifa` (14.0, 14.1) or `ext.atts` (14.2 and later), in place. @param maxParts of its version */
export function applyIosLmt(request: BidRequest, maxParts: number): void {
  const { device } = request;
  if (!device || !isIosApp(request)) return;
  const version = classifyIos(device.osv ?? '', maxParts);
  if (version === '14.2-or-greater') device.lmt = lmtByTracking(device);
  else if (version !== 'unknown') device.lmt = lmtByIfa(device);
}

/** Whether the request is from an app on iOS. */
export const isIosApp = ({ app, device }: BidRequest): boolean => app != null && device?.os?.toLowerCase() === 'ios';

/** 1 if the app has no advertising id. */
export const lmtByIfa = ({ ifa }: Device): 0 | 1 => (!ifa || ifa === NO_IFA ? 1 : 0);

/** By the user's choice on app tracking: only 3 (authorized) lifts the limit; an unknown value leaves `lmt` unchanged. */
export function lmtByTracking({ ext, lmt }: Device): number | undefined {
  const status = readTrackingStatus(ext);
  if (status === undefined || status === 'invalid') return lmt;
  return status === 3 ? 0 : 1;
}

/** `device.ext.atts`, 0 to 3. */
export function readTrackingStatus(ext: unknown): number | 'invalid' | undefined {
  const atts = isObject(ext) ? ext['atts'] : undefined;
  if (atts === undefined || atts === null) return undefined;
  return atts === 0 || atts === 1 || atts === 2 || atts === 3 ? atts : 'invalid';
}

/** Max parts of a version in the Go variant: `major.minor` or `major.minor.patch`. */
export const SEMANTIC = 3;

/** Major and minor of a version. @param maxParts a version with more parts is invalid */
export function parseIosVersion(osv: string, maxParts: number): Result<IosVersion> {
  const parts = osv.split('.');
  const [major = '', minor] = parts;
  if (minor === undefined || parts.length > maxParts) {
    return { error: 'expected either major.minor or major.minor.patch format' };
  }
  if (!INTEGER.test(major)) return { error: 'major version is not an integer' };
  if (!INTEGER.test(minor)) return { error: 'minor version is not an integer' };
  return { value: { major: Number(major), minor: Number(minor) } };
}

/** The class of a version, which decides the source of `lmt`; an unreadable version is unknown. @param maxParts of a version */
export function classifyIos(osv: string, maxParts: number): IosClass {
  const version = parseIosVersion(osv, maxParts);
  if ('error' in version) return 'unknown';
  const { major, minor } = version.value;
  if (major < 14) return 'unknown';
  if (major > 14 || minor >= 2) return '14.2-or-greater';
  if (minor === 0) return '14.0';
  return minor === 1 ? '14.1' : 'unknown';
}
