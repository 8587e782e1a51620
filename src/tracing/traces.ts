/** Traces of auctions: sampled ones become spans when they end, and are sent in batches. Disabled, it costs nothing, not even an object. */

import type { Auction } from '#src/auction/auction.ts';
import type { AuctionEnded } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { type Post, Undeliverable } from '#src/net/post.ts';
import type { EventBus } from '#streams/events.ts';
import { Outbox } from '#streams/outbox.ts';
import { auctionSpans, type TraceContext } from './auction-spans.ts';
import { storeExemplars } from './exemplars.ts';
import { resourceOf, traceBody } from './otlp.ts';
import { readTraceParent } from './traceparent.ts';

export interface Traces {
  /** Accepts no further events and sends the remaining ones within `graceMs`. Never rejects. */
  stop(graceMs: number): Promise<void>;
}

type Options = HostConfig['tracing'];

/** The trace of an auction, or undefined if it is not sampled. Without the caller's decision it is random. */
export function sample(
  header: string | undefined,
  { traceparent, sample_rate }: Pick<Options, 'traceparent' | 'sample_rate'>,
  { random }: Pick<Services, 'random'>,
): TraceContext | undefined {
  const parent = traceparent === 'ignore' ? undefined : readTraceParent(header);
  const sampled = parent && traceparent === 'follow' ? parent.sampled : sample_rate > 0 && random.next() < sample_rate;
  if (!sampled) return undefined;
  return { traceId: parent?.traceId ?? random.uuid().replaceAll('-', ''), parentSpanId: parent?.spanId, firstSpan: random.bits63() };
}

/** Undefined if tracing is disabled. */
export function startTraces(services: Services & { readonly bus: EventBus }, post: Post): Traces | undefined {
  const { config, clock, log, metrics } = services;
  const options = config.tracing;
  if (!options.enabled) return undefined;
  const outbox = new Outbox('traces', settingsOf(options), sender(options, services, post), services);
  const trace = (auction: Auction, at: number): void => {
    const context = sample(auction.incoming.headers['traceparent'], options, services);
    if (!context || !outbox.hasRoom()) return;
    const tookUs = clock.micros() - auction.startedUs;
    outbox.put(auctionSpans(auction, context, tookUs), at);
    storeExemplars(auction, { traceId: context.traceId, at }, tookUs / 1e6, metrics);
  };
  const listening = services.bus.listen(['auction']).subscribe(({ data, at }) => {
    try {
      trace((data as AuctionEnded).auction, at);
    } catch (cause) {
      log.error({ err: cause }, 'tracing an auction failed');
    }
  });
  return {
    async stop(graceMs) {
      listening.unsubscribe();
      await outbox.stop(graceMs);
    },
  };
}

const settingsOf = ({ batch, buffer, retry, timeout_ms }: Options) => ({
  batch: { count: batch.count, bytes: batch.bytes, ms: batch.timeout_ms },
  buffer,
  retry: { attempts: retry.attempts, firstMs: retry.first_ms, maxMs: retry.max_ms },
  timeoutMs: timeout_ms,
  parallel: 2,
});

/** Statuses that OTLP treats as temporary errors. */
const PASSING = new Set([429, 502, 503, 504]);

function sender(options: Options, { version }: Services, post: Post): ConstructorParameters<typeof Outbox>[2] {
  const resource = resourceOf(options, version);
  const headers = { 'content-type': 'application/json', ...options.headers };
  return async ({ items }, signal) => {
    const body = traceBody(
      items.map(({ text }) => text),
      resource,
      version,
    );
    const status = await post(options.endpoint, body, { headers, gzip: options.gzip, signal });
    if (status < 300) return;
    const message = `the trace collector responded with status ${status}`;
    throw PASSING.has(status) ? new Error(message) : new Undeliverable(message);
  };
}
