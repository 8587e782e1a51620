/** Data of a video request outside its body. */
import { decodeComponent } from '#src/lang/percent.ts';
import type { Incoming } from '../../auction.ts';
import { isOverridden, OVERRIDE_HEADER } from '../../debug.ts';

const YES: ReadonlySet<string> = new Set(['true', 't', 'yes', 'y', 'on']);

/** Whether the caller requests the debug log: by the query, or by the header known to the host's operators. */
export const wantsLog = ({ query, headers }: Pick<Incoming, 'query' | 'headers'>, token: string): boolean =>
  YES.has((query['debug'] ?? '').toLowerCase()) || isOverridden(headers[OVERRIDE_HEADER], token);

/** The user agent header; players send it URL-encoded, which only a `%` reveals. */
export function userAgentOf(header: string | undefined): string | undefined {
  if (!header?.includes('%')) return header || undefined;
  return decodeComponent(header.replaceAll('+', ' ')) ?? header;
}

export type QueueNames = { readonly request_time_in_queue: string; readonly request_timeout_in_queue: string };

/**
 * Whether the request waited too long in front of the host, by two headers in seconds, if the host configures their names.
 * @returns status and message of the response; undefined: the request continues
 */
export function queueTimeout(headers: Incoming['headers'], names: QueueNames): { status: 408 | 500; message: string } | undefined {
  const [waited, max] = [names.request_time_in_queue, names.request_timeout_in_queue].map((name) =>
    name === '' ? undefined : headers[name.toLowerCase()],
  );
  if (!waited || !max) return undefined;
  const [seconds, limit] = [Number(waited), Number(max)];
  if (Number.isNaN(seconds) || Number.isNaN(limit)) {
    return { status: 500, message: 'Request timeout headers are incorrect (wrong format)' };
  }
  return seconds >= limit ? { status: 408, message: 'Queued request processing time exceeded maximum' } : undefined;
}
