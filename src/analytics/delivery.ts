/** Delivery options of a module, derived from its settings. */
import type { BufferOptions, DeliveryOptions } from '#src/config/sections/analytics.ts';
import { toBytes, toMillis } from '#src/config/units.ts';
import type { Delivery } from './module.ts';

/** Our own options. `timeoutMs` bounds one attempt; `parallel` is the number of concurrent ones. */
export function deliveryOf({ batch, buffer, retry }: DeliveryOptions, timeoutMs: number, parallel: number): Delivery {
  return {
    batch: { count: batch.count, bytes: toBytes(batch.size) ?? 0, ms: batch.timeout_ms },
    buffer: { count: buffer.count, bytes: toBytes(buffer.size) ?? 0 },
    retry: { attempts: retry.attempts, firstMs: retry.first_ms, maxMs: retry.max_ms },
    timeoutMs,
    parallel,
    mayWaitOnDisk: true,
  };
}

/** Max buffers that wait while one is being sent; such a sink receives each buffer only once. */
const MAX_BUFFERS = 20;

/** The ecosystem's buffers: a single attempt each. */
export function bufferedDelivery(buffers: BufferOptions, timeoutMs: number): Delivery {
  const bytes = buffers.size_bytes ?? toBytes(buffers.size) ?? 0;
  return {
    batch: { count: buffers.count, bytes, ms: buffers.report_ttl_ms ?? buffers.timeout_ms ?? toMillis(buffers.timeout) ?? 0 },
    buffer: { count: buffers.count * MAX_BUFFERS, bytes: bytes * MAX_BUFFERS },
    retry: { attempts: 1, firstMs: 1, maxMs: 1 },
    timeoutMs,
    parallel: 2,
  };
}

/** Max bytes that wait for a sink that takes events one by one. */
const SINGLE_BYTES = 32 * 1024 * 1024;
const SINGLES = 10_000;

/** One request per event, one attempt. */
export const singleDelivery = (timeoutMs: number): Delivery => ({
  batch: { count: 1, bytes: 1, ms: 1 },
  buffer: { count: SINGLES, bytes: SINGLE_BYTES },
  retry: { attempts: 1, firstMs: 1, maxMs: 1 },
  timeoutMs,
  parallel: 8,
});
