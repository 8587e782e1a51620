/** Corrections of requests that faulty versions of the mobile SDK send. */
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { isBelow } from './version.ts';

/** Versions from here on set `imp.instl` correctly on Android. */
const INTERSTITIAL_FIXED = [2, 2, 3] as const;
/** Versions from here on omit the SDK's name in the user agent. */
const AGENT_FIXED = [2, 1, 6] as const;

const SDK_NAME = /PrebidMobile\/[0-9][^ ]*/g;

/** The SDK's version; undefined if the request is not from that SDK. */
function sdkVersion({ app }: BidRequest): string | undefined {
  const srv = app?.ext?.srv as { source?: unknown; version?: unknown } | undefined;
  const isSdk = typeof srv?.source === 'string' && srv.source.toLowerCase() === 'prebid-mobile';
  const version = isSdk ? srv.version : undefined;
  return typeof version === 'string' || typeof version === 'number' ? String(version) : undefined;
}

/** Removes `imp.instl` 1, which old Android SDKs send for every imp. @returns whether anything changed */
export function removeInterstitial(request: BidRequest): boolean {
  const flagged = request.imp.filter(({ instl }) => instl === 1);
  const isAndroid = request.app?.bundle?.toLowerCase().includes('android') ?? false;
  if (flagged.length === 0 || !isAndroid || !isBelow(sdkVersion(request), INTERSTITIAL_FIXED)) return false;
  for (const imp of flagged) delete imp.instl;
  return true;
}

/** Removes the SDK's name from `device.ua`. @returns whether anything changed */
export function cleanAgent(request: BidRequest): boolean {
  const { device } = request;
  if (!device?.ua || !isBelow(sdkVersion(request), AGENT_FIXED)) return false;
  const cleaned = device.ua.replace(SDK_NAME, '');
  if (cleaned === device.ua) return false;
  device.ua = cleaned;
  return true;
}
