/** `Set-Cookie` headers of the `uids` cookies. */
import type { HostConfig } from '#src/config/schema.ts';
import { UidsCookie } from './uids.ts';
import { encodeUids } from './uids-encoding.ts';

const DAY_S = 86_400;
/** First Chrome version that supports `SameSite=None`; earlier ones (51 to 66) drop a cookie that has it. */
const FIRST_CHROME = 67;
const CHROME = /(?:Chrome|CriOS)\/(\d+)/;

export interface Browser {
  readonly userAgent: string;
  /** Whether the browser uses HTTPS: `Secure` cookies are lost on plain HTTP. */
  readonly https: boolean;
}

/** Whether the user agent is a Chrome that supports `SameSite=None`. */
export function isSiteCookieAgent(userAgent: string): boolean {
  const version = CHROME.exec(userAgent)?.[1];
  return version !== undefined && Number(version) >= FIRST_CHROME;
}

/** Whether to write `Secure; SameSite=None`: for every Chrome that supports it, and on HTTPS for all browsers except incompatible ones. */
export const wantsSiteCookie = ({ userAgent, https }: Browser): boolean =>
  isSiteCookieAgent(userAgent) || (https && !CHROME.test(userAgent));

export interface CookieLine {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** Epoch ms. */
  readonly expiresAt: number;
  readonly maxAgeSeconds: number;
  readonly site: boolean;
  /** Scripts of pages cannot read it. */
  readonly httpOnly: boolean;
}

function toSetCookie({ name, value, domain, expiresAt, maxAgeSeconds, site, httpOnly }: CookieLine): string {
  const parts = [`${name}=${value}`, 'Path=/'];
  if (domain !== '') parts.push(`Domain=${domain.replace(/^\./, '')}`);
  parts.push(`Expires=${new Date(expiresAt).toUTCString()}`, `Max-Age=${maxAgeSeconds}`);
  if (httpOnly) parts.push('HttpOnly');
  if (site) parts.push('Secure', 'SameSite=None');
  return parts.join('; ');
}

/** Name of the nth `uids` cookie, from 0. */
const uidsName = (index: number): string => (index === 0 ? 'uids' : `uids${index + 1}`);

/** Settings of the cookies, and the browser that receives them. */
export interface UidsWriting {
  readonly settings: HostConfig['host_cookie'];
  readonly browser: Browser;
  /** Epoch ms. */
  readonly nowMs: number;
  /** An opt-out has an empty list of ids. */
  readonly listNoIds?: boolean;
}

/**
 * The lines after which the browser has exactly `parts` (ids spread over cookies, the first always written).
 * @param sentNames `uids` cookies the browser has; those not rewritten are expired
 */
export function writeUids(
  parts: readonly UidsCookie[],
  sentNames: readonly string[],
  { settings, browser, nowMs, listNoIds = false }: UidsWriting,
): string[] {
  const site = wantsSiteCookie(browser);
  const maxAgeSeconds = settings.ttl_days * DAY_S;
  const { domain, http_only: httpOnly } = settings;
  const lines: string[] = [];
  const written = new Set<string>();
  for (const [index, part] of (parts.length > 0 ? parts : [new UidsCookie()]).entries()) {
    const name = uidsName(index);
    const isEmpty = part.entries.size === 0 && !part.optedOut;
    written.add(name);
    lines.push(
      toSetCookie({
        name,
        value: isEmpty ? '' : encodeUids(part, listNoIds),
        domain,
        expiresAt: nowMs + maxAgeSeconds * 1000,
        maxAgeSeconds,
        site,
        httpOnly,
      }),
    );
  }
  for (const name of new Set(sentNames)) {
    if (!written.has(name)) lines.push(toSetCookie({ name, value: '', domain, expiresAt: 0, maxAgeSeconds: 0, site, httpOnly }));
  }
  return lines;
}
