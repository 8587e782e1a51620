/** Queue time of requests in front of the host, reported by a proxy header. */
import type { Incoming } from '#src/auction/auction.ts';
import type { Metrics } from '#src/platform/metrics.ts';
import { BUCKETS } from './buckets.ts';

/** @param header its name, any case; empty: none @returns a function to call with each request's headers and whether it continues */
export function queueTimes(metrics: Metrics, header: string): (headers: Incoming['headers'], accepted: boolean) => void {
  const time = (request_status: string) =>
    metrics.histogram('request_queue_time', 'Queue time of requests in front of the host, seconds.', BUCKETS.queueSeconds, {
      request_type: 'video',
      request_status,
    });
  const [accepted, rejected] = [time('requestAcceptedLabel'), time('requestRejectedLabel')];
  const name = header.toLowerCase();
  return (headers, goesOn) => {
    const headerValue = name === '' ? undefined : headers[name];
    const seconds = headerValue ? Number(headerValue) : Number.NaN;
    if (!Number.isNaN(seconds)) (goesOn ? accepted : rejected).observe(seconds);
  };
}
