/** The first message of a tap. */
import type { HostConfig } from '#src/config/schema.ts';
import { EVENT_KINDS } from '#streams/events.ts';
import { message } from './messages.ts';

interface HelloOptions {
  readonly settings: HostConfig['taps'];
  readonly session: string;
  readonly describe: () => { readonly version: string };
}

/** @param seq the last sequence number */
export function helloOf({ settings, session, describe }: HelloOptions, seq: number): Buffer {
  const limits = {
    queueEvents: settings.queue_events,
    queueBytes: settings.queue_bytes,
    totalBytes: settings.total_queue_bytes,
    ringEvents: settings.ring_events,
    maxBodyBytes: settings.max_body_bytes,
  };
  return message('hello', { session, seq, heartbeatMs: settings.heartbeat_ms, kinds: [...EVENT_KINDS], limits, host: describe() });
}
