/** The video endpoint in the Java variant. */
import { ampExt } from '#src/auction/endpoints/amp/client-response.ts';
import type { VideoDialect } from '../contract/video.ts';

export const video: VideoDialect = {
  emptyBody: 'Incoming request has no body',
  storedFailed: (errors) => [`Stored request fetching failed: ${errors.join(', ')}`],
  requiredMissing: 'Stored request is enforced but not found',
  noUserAgent: 'Device.UA and User-Agent Header is not presented',
  needsPodConfig: true,
  notPositive: 'duration array require only positive numbers',
  rejections: (errors) => errors.slice(0, 1),
  podsLead: 'all pods are incorrect:  ',
  unknownPod: (podId) => `unable to load Pod id: ${podId}`,
  fillsShortPods: true,
  granularity: (wanted) => (typeof wanted !== 'object' || wanted?.precision !== undefined ? wanted : undefined),
  // Only if the request declares durations as not exact.
  rounds: (isExact) => isExact === false,
  tmax: () => undefined,
  noErrors: undefined,
  logOf: ({ request, headers, response }) => `\n${request}\n${response}\n${headers}\n`,
  logTtlSeconds: (host, account) => (account > 0 ? account : host),
  showsDeals: false,
  ext(ext = {}) {
    const shown = ampExt(ext);
    return Object.keys(shown).length > 0 ? shown : undefined;
  },
  off: {
    status: 410,
    text: 'The video endpoint is deprecated and will be removed in 5.0. You may re-enable it via [video.enable-deprecated-endpoint]',
  },
  cur: ({ ad_server_currency }) => [ad_server_currency],
};
