/** `GET /vtrack?uuid=`: reads a stored value through this server. */
import { getValue } from '#src/cache/protocol.ts';
import type { CacheService, RawCacheResponse, ValueStore } from '#src/cache/store.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { parseJsonObject } from '#src/json/parse.ts';
import { errorMessage } from '#src/lang/error-message.ts';

export interface TrackedResult {
  readonly status: number;
  /** Undefined: plain text. */
  readonly contentType: string | undefined;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

const text = (status: number, body: string): TrackedResult => ({ status, contentType: undefined, headers: {}, body });

/** Hop-by-hop headers, and those that this server writes itself. */
const NOT_PASSED = new Set(
  'connection keep-alive transfer-encoding content-length content-encoding content-type date trailer upgrade te proxy-authenticate set-cookie'.split(
    ' ',
  ),
);

/** The value from the store; with a cache service, its response including headers. */
export async function readTracked(
  query: URLSearchParams,
  store: ValueStore | CacheService,
  { cache }: Pick<HostConfig, 'cache'>,
): Promise<TrackedResult> {
  const uuid = (query.get('uuid') ?? '').trim();
  if (uuid === '') return text(400, "'uuid' is a required query parameter and can't be empty");
  if (!('read' in store)) return { ...(await getValue(uuid, store, cache.request_limits)), headers: {} };
  try {
    return next(await store.read(uuid, query.get('ch') ?? undefined));
  } catch (cause) {
    return text(500, `Error occurred while sending request to cache: ${errorMessage(cause)}`);
  }
}

function next({ status, headers, body }: RawCacheResponse): TrackedResult {
  if (status !== 200) return text(status, messageOf(body));
  const passed: { [name: string]: string } = {};
  for (const name of Object.keys(headers))
    if (!NOT_PASSED.has(name) && !name.startsWith('access-control-')) passed[name] = headers[name]?.join(', ') ?? '';
  return { status, contentType: headers['content-type']?.[0] ?? 'application/octet-stream', headers: passed, body };
}

/** The message in an error of the service; the complete text if it has another format. */
function messageOf(body: string): string {
  const message = parseJsonObject(body)?.['message'];
  return typeof message === 'string' ? message : body;
}
