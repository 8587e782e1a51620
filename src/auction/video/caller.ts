/** What the HTTP request of a video call tells besides its body (amp-and-video.md section 7). */
import type { Incoming } from '../auction.ts';
import { isOverridden, OVERRIDE_HEADER } from '../enrich/debug.ts';

const YES: ReadonlySet<string> = new Set(['true', 't', 'yes', 'y', 'on']);

/** Whether the caller wants the debug log: by the query, or by the header the host's own people know. */
export const wantsLog = ({ query, headers }: Pick<Incoming, 'query' | 'headers'>, token: string): boolean =>
  YES.has((query['debug'] ?? '').toLowerCase()) || isOverridden(headers[OVERRIDE_HEADER], token);

/** The header's agent; players send it encoded as in a query, which only a `%` gives away. */
export function userAgentOf(header: string | undefined): string | undefined {
  if (!header?.includes('%')) return header || undefined;
  try {
    return decodeURIComponent(header.replaceAll('+', ' '));
  } catch {
    return header;
  }
}

export type QueueNames = { readonly request_time_in_queue: string; readonly request_timeout_in_queue: string };

/**
 * Whether the request waited too long in front of the host; by two headers in seconds, where the host knows their names.
 * @returns status and text of the answer; undefined: the request goes on
 */
export function queueVerdict(headers: Incoming['headers'], names: QueueNames): { status: 408 | 500; text: string } | undefined {
  const [waited, most] = [names.request_time_in_queue, names.request_timeout_in_queue].map((name) =>
    name === '' ? undefined : headers[name.toLowerCase()],
  );
  if (!waited || !most) return undefined;
  const [seconds, limit] = [Number(waited), Number(most)];
  if (Number.isNaN(seconds) || Number.isNaN(limit)) {
    return { status: 500, text: 'Request timeout headers are incorrect (wrong format)' };
  }
  return seconds >= limit ? { status: 408, text: 'Queued request processing time exceeded maximum' } : undefined;
}
