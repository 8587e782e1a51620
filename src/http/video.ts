/**
 * `POST /openrtb2/video`; with a response of its own if the endpoint is disabled, or the request waited too long in front of the host.
 * Page: docs/endpoints/video.md.
 */
import type { FastifyInstance } from 'fastify';
import { queueTimeout } from '#src/auction/endpoints/video/caller.ts';
import { queueTimes } from '#src/metrics/queue-time.ts';
import { rejectWhenBusy } from './busy.ts';
import { headersOf } from './incoming.ts';
import { type AuctionHost, runEndpoint } from './run-auction.ts';
import { sendPlain } from './send.ts';

export function registerVideo(app: FastifyInstance, host: AuctionHost): void {
  const { video, request_timeout_headers: names } = host.services.config;
  const path = '/openrtb2/video';
  if (!video.enable_deprecated_endpoint) {
    const { status, text } = host.services.dialect.video.off;
    app.post(path, (_request, reply) => sendPlain(reply, status, text));
    return;
  }
  const noteWait = queueTimes(host.services.metrics, names.request_time_in_queue);
  app.post(path, { onRequest: rejectWhenBusy(app, { endpoint: 'video', method: 'POST', path }, host) }, (request, reply) => {
    const headers = headersOf(request);
    const rejection = queueTimeout(headers, names);
    noteWait(headers, !rejection);
    if (!rejection) return runEndpoint('video', request, reply, host);
    if (rejection.status === 408) host.counts?.rejected('video');
    return sendPlain(reply, rejection.status, rejection.message);
  });
}
