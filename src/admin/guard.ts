/**
 * Who may use the admin listener. Whoever has the token; without one, whoever sits at the machine. A page of another site in that
 * person's browser may not: it could read WebSockets and send forms across sites, or have its own name point here.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { HostConfig } from '#src/config/schema.ts';

export interface Asked {
  readonly headers: IncomingHttpHeaders;
  /** Where a header cannot be sent: the token of the query. */
  readonly token?: string | undefined;
  /** Holds nothing that must be kept secret. */
  readonly isOpen?: boolean | undefined;
}

export interface Refused {
  readonly status: 401 | 403;
  readonly text: string;
}

/** Undefined: go on. */
export type Guard = (asked: Asked) => Refused | undefined;

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

const FOREIGN: Refused = { status: 403, text: 'Pages of other sites may not use this listener.\n' };
const STRANGE_NAME: Refused = { status: 403, text: 'Without a token this listener answers to localhost and to addresses only.\n' };
const NO_TOKEN: Refused = { status: 401, text: 'A bearer token is needed.\n' };

/** Equal texts, in a time that does not tell where they differ. */
function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** `[::1]:6060` as `::1`. */
const nameOf = (host: string): string =>
  host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();

/** A name that no other site can make its own. */
function isUnmistakable(host: string): boolean {
  const name = nameOf(host);
  return name === '' || name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0;
}

/** Whether the caller is no page, or one of this very listener. */
function isOwnPage({ origin, host = '' }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

export function makeGuard({ admin_token: token, admin_host: address }: Pick<HostConfig, 'admin_token' | 'admin_host'>): Guard {
  const needsToken = token !== '' || !LOOPBACK.includes(address);
  return ({ headers, token: given, isOpen = false }) => {
    if (!isOwnPage(headers)) return FOREIGN;
    if (!needsToken) return isUnmistakable(headers.host ?? '') ? undefined : STRANGE_NAME;
    if (isOpen) return undefined;
    const told = headers.authorization?.replace(/^Bearer /i, '') ?? given ?? '';
    return isSame(told, token) ? undefined : NO_TOKEN;
  };
}
