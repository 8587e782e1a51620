/**
 * Who may use the admin listener. Whoever has the token, or a name and its password; where there are neither, whoever sits at the machine. A page of another site in that
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
  readonly headers: Readonly<Record<string, string>>;
}

/** Undefined: go on. */
export type Guard = (asked: Asked) => Refused | undefined;

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

const FOREIGN: Refused = { status: 403, text: 'Pages of other sites may not use this listener.\n', headers: {} };
const STRANGE_NAME: Refused = {
  status: 403,
  text: 'Without a token this listener answers to localhost and to addresses only.\n',
  headers: {},
};
const NO_TOKEN: Refused = { status: 401, text: 'A bearer token is needed.\n', headers: {} };
const NO_CREDENTIALS: Refused = {
  status: 401,
  text: 'A user name and its password are needed, or a bearer token.\n',
  headers: { 'www-authenticate': 'Basic realm="auctor", charset="UTF-8"' },
};

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

/**
 * A picture or a link of another site's page: such calls have no origin, and browsers put passwords they know into them. Links on other
 * pages of this host (the public listener's) may lead here.
 */
function isFromElsewhere({ 'sec-fetch-site': site, 'sec-fetch-mode': mode }: IncomingHttpHeaders): boolean {
  return site === 'cross-site' || (site === 'same-site' && mode !== 'navigate');
}

type Settings = Pick<HostConfig, 'admin_token' | 'admin_host' | 'admin_endpoints'>;

/** Whether a call proves that it may be made. */
function makeProof({ admin_token: token, admin_endpoints: { credentials } }: Settings): (asked: Asked) => boolean {
  const pairs = Object.entries(credentials).map((pair) => pair.join(':'));
  return ({ headers: { authorization }, token: given }) => {
    const basic = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '')?.[1];
    const pair = basic === undefined ? undefined : Buffer.from(basic, 'base64').toString('utf8');
    // All are compared, so that the time does not tell which name is known. Where only a token can be given, a pair may stand for one.
    const told = pair ?? authorization?.replace(/^Bearer /i, '') ?? given ?? '';
    const isPair = pairs.filter((known) => isSame(told, known)).length > 0;
    return isPair || (pair === undefined && token !== '' && isSame(told, token));
  };
}

const refusalIn = ({ admin_endpoints: { credentials } }: Settings): Refused =>
  Object.keys(credentials).length > 0 ? NO_CREDENTIALS : NO_TOKEN;

export function makeGuard(settings: Settings): Guard {
  const { admin_token: token, admin_host: address, admin_endpoints } = settings;
  const isProven = makeProof(settings);
  const needsProof = token !== '' || Object.keys(admin_endpoints.credentials).length > 0 || !LOOPBACK.includes(address);
  return (asked) => {
    const { headers, isOpen = false } = asked;
    if (!isOwnPage(headers) || (!isOpen && isFromElsewhere(headers))) return FOREIGN;
    if (!needsProof) return isUnmistakable(headers.host ?? '') ? undefined : STRANGE_NAME;
    return isOpen || isProven(asked) ? undefined : refusalIn(settings);
  };
}

/** For what is protected on the public listener: proof is always needed. */
export function makePublicGuard(settings: Settings): Guard {
  const isProven = makeProof(settings);
  return (asked) => {
    if (isFromElsewhere(asked.headers)) return FOREIGN;
    return isProven(asked) ? undefined : refusalIn(settings);
  };
}
