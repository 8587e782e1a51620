/** The label cookie for browsers' tests without third-party cookies. */
import type { Account } from '#src/config/account.ts';
import { parseCookies } from './cookie-reader.ts';

const NAME = 'receive-cookie-deprecation';

/** The `Set-Cookie` line if the account enables the label and the browser has none. */
export function deprecationCookie(account: Account, cookieHeader: string | undefined, nowMs: number): string | undefined {
  const { enabled, ttl_sec: ttl } = account.privacy.privacysandbox.cookiedeprecation;
  if (!enabled || parseCookies(cookieHeader).some(([name]) => name === NAME)) return undefined;
  const expires = new Date(nowMs + ttl * 1000).toUTCString();
  return `${NAME}=1; Path=/; Expires=${expires}; HttpOnly; Secure; SameSite=None; Partitioned;`;
}
