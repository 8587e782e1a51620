/** Errors that stop a start in the Go variant but not in ours. */
import type { HostConfig } from '../schema.ts';

/** One line per error: `option: rule`. */
export function goErrors(config: HostConfig): string[] {
  return [...sizeErrors(config), ...externalCacheErrors(config), ...cookieErrors(config), ...timeoutErrors(config)];
}

/** An `lru` cache needs sizes; ours may count entries instead. */
function sizeErrors(config: HostConfig): string[] {
  const ofRequests = (['stored_requests', 'stored_video_req', 'category_mapping'] as const).flatMap((name) =>
    missing(config[name].in_memory_cache, name, ['request_cache_size_bytes', 'imp_cache_size_bytes', 'resp_cache_size_bytes']),
  );
  return [...ofRequests, ...missing(config.accounts.in_memory_cache, 'accounts', ['size_bytes'])];
}

type Memory = HostConfig['accounts']['in_memory_cache'];
type Size = 'request_cache_size_bytes' | 'imp_cache_size_bytes' | 'resp_cache_size_bytes' | 'size_bytes';

function missing(memory: Memory, name: string, sizes: readonly Size[]): string[] {
  if (memory.type !== 'lru' || memory.cache_size > 0) return [];
  return sizes
    .filter((size) => memory[size] === 0)
    .map((size) => `${name}.in_memory_cache.${size}: must be > 0 when in_memory_cache.type=lru (or cache_size, in entries)`);
}

/** Host and path must be set together; the host has no scheme, the path starts with a slash. */
function externalCacheErrors({ external_cache: { host, path } }: HostConfig): string[] {
  const errors: string[] = [];
  if (host !== '' && path === '') errors.push('external_cache.path: must be set with external_cache.host');
  if (host === '' && path !== '') errors.push('external_cache.host: must be set with external_cache.path');
  if (host.includes('://') || host.endsWith('/')) errors.push(`external_cache.host: must be a host without scheme and slash, not ${host}`);
  if (path !== '' && !path.startsWith('/')) errors.push(`external_cache.path: must begin with a slash, not ${path}`);
  return errors;
}

/** Only 0 is no limit. */
const cookieErrors = ({ host_cookie: { max_cookie_size_bytes: size } }: HostConfig): string[] =>
  size < 0 ? [`host_cookie.max_cookie_size_bytes: Max cookie size ${size} cannot be less than 0, which is no limit`] : [];

function timeoutErrors({ auction_timeouts_ms: { default: byDefault, max } }: HostConfig): string[] {
  return max === 0 && byDefault > 0
    ? [`auction_timeouts_ms.max: auction_timeouts_ms.max cannot be less than auction_timeouts_ms.default. max=0, default=${byDefault}`]
    : [];
}
