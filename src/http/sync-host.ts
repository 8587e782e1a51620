/** Shared by the user sync endpoints: the host's compiled settings, and sending of responses. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeSyncPrivacy } from '#src/auction/privacy/sync-permission.ts';
import type { Services } from '#src/auction/services.ts';
import { memoByObject } from '#src/lang/memo.ts';
import type { Caller } from '#src/sync/cookie-sync.ts';
import type { Browser } from '#src/sync/cookie-writer.ts';
import { createSyncHost, type SyncHost } from '#src/sync/host.ts';
import type { SyncResponse } from '#src/sync/response.ts';
import { headersOf } from './incoming.ts';

/** One host for all endpoints with the same services. */
export const syncHostOf = memoByObject((services: Services): SyncHost => createSyncHost(services, makeSyncPrivacy));

/** Used for every browser if cookies are always written for cross-site use. */
const ANY_BROWSER: Browser = { userAgent: '', https: true };

/**
 * The user agent, and whether the request arrived by HTTPS: directly, through a proxy that says so, or because that is our public address.
 */
export function browserOf(request: FastifyRequest, { config }: Services): Browser {
  if (config.rules.alwaysSiteCookies) return ANY_BROWSER;
  const forwarded = String(request.headers['x-forwarded-proto'] ?? '').split(',')[0];
  const protocol = forwarded || (config.external_url.startsWith('https:') ? 'https' : request.protocol);
  return { userAgent: request.headers['user-agent'] ?? '', https: protocol.trim().toLowerCase() === 'https' };
}

/** Headers and socket address of the caller, read when asked for: most calls need neither. */
export const callerOf =
  (request: FastifyRequest): (() => Caller) =>
  () => ({ headers: headersOf(request), remoteAddress: request.raw.socket.remoteAddress ?? '' });

/** Query parameters; undecodable ones are unchanged. */
export const searchParamsOf = (request: FastifyRequest): URLSearchParams => {
  const url = request.raw.url ?? '';
  const at = url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
};

/** The body of a request as text; empty: it has none. */
export const bodyOf = (request: FastifyRequest): string => (Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');

/** Sends the response of a user-ID sync, with its cookies. */
export function sendSync(reply: FastifyReply, { status, headers, body, cookies }: SyncResponse): FastifyReply {
  reply.code(status).headers(headers);
  if (cookies.length > 0) reply.header('Set-Cookie', [...cookies]);
  return reply.send(body);
}
