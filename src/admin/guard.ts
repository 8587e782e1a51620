/**
 * Access control of the admin listener. Allowed: holders of the token or of a user name and password; if neither is configured, callers on
 * the same machine. Pages of other sites in such a person's browser are blocked: they could read WebSockets, send cross-site forms or
 * rebind their own host name to this address.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { HostConfig } from '#src/config/schema.ts';
import { LOOPBACK } from '#src/config/validate/admin.ts';

export interface GuardedRequest {
  readonly headers: IncomingHttpHeaders;
  /** The token from the query, for clients that cannot send headers. */
  readonly token?: string | undefined;
  /** The route exposes no secrets. */
  readonly isOpen?: boolean | undefined;
  /** The route changes the host: log levels, stored data. */
  readonly isChange?: boolean | undefined;
}

export interface Rejected {
  readonly status: 401 | 403;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Undefined: allowed. */
export type Guard = (guarded: GuardedRequest) => Rejected | undefined;

const CROSS_SITE: Rejected = { status: 403, message: 'Cross-site requests are not allowed.\n', headers: {} };
const UNSAFE_HOST_NAME: Rejected = {
  status: 403,
  message: 'Without a token this listener accepts localhost and IP addresses only.\n',
  headers: {},
};
const NO_CHANGES: Rejected = {
  status: 403,
  message: 'Changes require admin_token, admin_endpoints.credentials or admin_socket.\n',
  headers: {},
};
/** A 401 names a scheme (RFC 9110, 15.5.2); browsers ask for no password of this one. */
const NO_TOKEN: Rejected = { status: 401, message: 'Bearer token required.\n', headers: { 'www-authenticate': 'Bearer' } };
const NO_CREDENTIALS: Rejected = {
  status: 401,
  message: 'User name and password, or a bearer token, required.\n',
  headers: { 'www-authenticate': 'Basic realm="auctor", charset="UTF-8"' },
};

/** Compares strings in constant time. */
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

/** A host name that no other site can resolve to this address (DNS rebinding). */
function isSafeHostName(host: string): boolean {
  const name = nameOf(host);
  return name === '' || name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0;
}

/** Whether the caller is not a browser page, or is a page of this listener. */
function isOwnPage({ origin, host = '' }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

/**
 * An image or a link on another site's page: such requests have no origin, and browsers attach stored passwords to them. Links on other
 * pages of this host (the public listener's) are allowed.
 */
function isCrossSite({ 'sec-fetch-site': site, 'sec-fetch-mode': mode }: IncomingHttpHeaders): boolean {
  return site === 'cross-site' || (site === 'same-site' && mode !== 'navigate');
}

type Settings = Pick<HostConfig, 'admin_token' | 'admin_host' | 'admin_socket' | 'admin_endpoints'>;

/** Whether a request proves its authorization. */
function makeProof({ admin_token: token, admin_endpoints: { credentials } }: Settings): (guarded: GuardedRequest) => boolean {
  const pairs = Object.entries(credentials).map((pair) => pair.join(':'));
  return ({ headers: { authorization }, token: given }) => {
    const basic = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '')?.[1];
    const pair = basic === undefined ? undefined : Buffer.from(basic, 'base64').toString('utf8');
    // A client that can send only a token may send `name:password` as one. All pairs are compared, so that timing does not reveal which
    // name exists.
    const credential = pair ?? authorization?.replace(/^Bearer /i, '') ?? given ?? '';
    const isPair = pairs.filter((known) => isSame(credential, known)).length > 0;
    return isPair || (pair === undefined && token !== '' && isSame(credential, token));
  };
}

const rejectionIn = ({ admin_endpoints: { credentials } }: Settings): Rejected =>
  Object.keys(credentials).length > 0 ? NO_CREDENTIALS : NO_TOKEN;

/** The guard of the admin listener, by its address and credentials. */
export function makeGuard(settings: Settings): Guard {
  const { admin_token: token, admin_host: address, admin_socket: socket, admin_endpoints } = settings;
  // Only its owner can open the socket file, and no browser can.
  if (socket !== '') return () => undefined;
  const isProven = makeProof(settings);
  const needsProof = token !== '' || Object.keys(admin_endpoints.credentials).length > 0 || !LOOPBACK.includes(address);
  return (guarded) => {
    const { headers, isOpen = false, isChange = false } = guarded;
    if (!isOwnPage(headers) || (!isOpen && isCrossSite(headers))) return CROSS_SITE;
    if (!needsProof && !isSafeHostName(headers.host ?? '')) return UNSAFE_HOST_NAME;
    // Any program on this machine reaches loopback.
    if (!needsProof) return isChange && !isOpen ? NO_CHANGES : undefined;
    return isOpen || isProven(guarded) ? undefined : rejectionIn(settings);
  };
}

/** For protected routes on the public listener: proof is always required. */
export function makePublicGuard(settings: Settings): Guard {
  const isProven = makeProof(settings);
  return (guarded) => {
    if (isCrossSite(guarded.headers)) return CROSS_SITE;
    return isProven(guarded) ? undefined : rejectionIn(settings);
  };
}
