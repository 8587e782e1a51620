/** What a debugging video auction leaves in the cache (amp-and-video.md section 12). */
import type { DebugLog } from '../auction.ts';
import type { CachePut } from '../services.ts';

/** Nothing of the texts may be taken for markup. */
const bare = (text: string): string => text.replace(/[<>]/g, '');

/** The log as a put under `log_<key>`. */
export function logPut({ request, headers, response, ttlSeconds }: DebugLog, key: string): CachePut {
  const parts = `<Request>${bare(request)}</Request><Headers>${bare(headers)}</Headers><Response>${bare(response)}</Response>`;
  return { type: 'xml', value: `<?xml version="1.0" encoding="UTF-8"?>\n<Log>${parts}</Log>`, ttlSeconds, key: `log_${key}` };
}
