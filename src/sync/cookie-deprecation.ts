/** The label cookie for browsers' tests without third-party cookies. */
import type { Account } from '#src/config/account.ts';
import { parseCookies } from './cookie-reader.ts';

export const LABEL = 'receive-cookie-deprecation';

/** Whether the account enables the label and the browser has none. */
export const lacksLabel = ({ privacy }: Account, cookieHeader: string | undefined): boolean =>
  privacy.privacysandbox.cookiedeprecation.enabled && !parseCookies(cookieHeader).some(([name]) => name === LABEL);

/** The `Set-Cookie` line if the account enables the label and the browser has none. */
export function deprecationCookie(account: Account, cookieHeader: string | undefined, nowMs: number): string | undefined {
  if (!lacksLabel(account, cookieHeader)) return undefined;
  const expires = new Date(nowMs + account.privacy.privacysandbox.cookiedeprecation.ttl_sec * 1000).toUTCString();
  return `${LABEL}=1; Path=/; Expires=${expires}; HttpOnly; Secure; SameSite=None; Partitioned;`;
}
