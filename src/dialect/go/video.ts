/** The video endpoint in the Go variant. */
import type { VideoDialect } from '../contract/video.ts';

export const video: VideoDialect = {
  emptyBody: undefined,
  storedFailed: (errors) => [...errors],
  requiredMissing: undefined,
  noUserAgent: undefined,
  needsPodConfig: false,
  notPositive: 'duration array cannot contain negative or zero values',
  rejections: (errors) => errors,
  podsLead: 'all pods are incorrect: ',
  unknownPod: (podId, configId) => `unable to load configid ${configId}, Pod id: ${podId}`,
  fillsShortPods: false,
  granularity: (wanted) => wanted,
  // Bids may be rounded up to a duration unless durations are exact.
  rounds: (isExact) => !isExact,
  tmax: ({ video }) => video.default_tmax_ms,
  noErrors: null,
  logOf: ({ request, headers, response }) => `${request}${headers}${response}`,
  logTtlSeconds: (host) => host,
  showsDeals: true,
  ext: (ext, isTest) => (isTest ? ext : undefined),
  off: {
    status: 501,
    text: 'The video endpoint is deprecated and will be removed in 5.0. You may re-enable it via the host configuration setting video.enable_deprecated_endpoint',
  },
  cur: () => undefined,
};
