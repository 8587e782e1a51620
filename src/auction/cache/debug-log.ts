/** What a debugging video auction leaves in the cache (amp-and-video.md section 12). */
import type { DebugLog } from '../auction.ts';
import type { CachePut } from '../services.ts';

/** Nothing of the texts may be taken for markup, or be what the host does not want in logs. */
function bare(text: string, unwanted: RegExp | undefined): string {
  const clean = text.replace(/[<>]/g, '');
  return unwanted ? clean.replace(unwanted, '') : clean;
}

/** The log as a put under `log_<key>`. */
export function logPut({ request, headers, response, ttlSeconds, unwanted }: DebugLog, key: string): CachePut {
  const [asked, sent, answered] = [request, headers, response].map((text) => bare(text, unwanted));
  const parts = `<Request>${asked}</Request><Headers>${sent}</Headers><Response>${answered}</Response>`;
  return { type: 'xml', value: `<?xml version="1.0" encoding="UTF-8"?>\n<Log>${parts}</Log>`, ttlSeconds, key: `log_${key}` };
}
