/** How long requests waited in front of the host, as a proxy tells in a header. */
import type { Incoming } from '#src/auction/auction.ts';
import type { Metrics } from '#src/outside/metrics.ts';
import { BUCKETS } from './buckets.ts';

/** @param header its name, any case; empty: nobody tells @returns to be called with each request's headers and whether it goes on */
export function queueTimes(metrics: Metrics, header: string): (headers: Incoming['headers'], accepted: boolean) => void {
  const time = (request_status: string) =>
    metrics.histogram('request_queue_time', 'Seconds requests waited in front of the host.', BUCKETS.queueSeconds, {
      request_type: 'video',
      request_status,
    });
  const [accepted, rejected] = [time('requestAcceptedLabel'), time('requestRejectedLabel')];
  const name = header.toLowerCase();
  return (headers, goesOn) => {
    const told = name === '' ? undefined : headers[name];
    const seconds = told ? Number(told) : Number.NaN;
    if (!Number.isNaN(seconds)) (goesOn ? accepted : rejected).observe(seconds);
  };
}
