/** The limit of a request's line and headers. It leaves room for the cookies that this host itself sets: browsers send them with every request. */
import type { HostConfig } from '#src/config/schema.ts';

export type HeadLimit = Pick<HostConfig, 'max_header_bytes' | 'host_cookie' | 'setuid'>;

/** Browsers drop longer cookies. */
const MAX_COOKIE = 4096;
/** Bytes for the line and all other headers. */
const OTHER_HEADERS = 8192;

/** Max bytes of a request's line and headers. */
export function headLimit({ max_header_bytes: limit, host_cookie: { max_cookie_size_bytes: size }, setuid }: HeadLimit): number {
  const cookies = setuid.number_of_uid_cookies;
  // Without a size, or with one cookie, the default has room.
  return size > 0 && cookies > 1 ? Math.max(limit, cookies * Math.min(size, MAX_COOKIE) + OTHER_HEADERS) : limit;
}
