/** Validates the options for signing requests; every error stops the startup. */
import { isIP } from 'node:net';
import { originDomain, rawKey } from '#src/adscert/call-sign.ts';
import type { HostConfig } from '../schema.ts';

type AdsCert = HostConfig['experiment']['adscert'];

const AT = 'experiment.adscert';

/** One line per error; options of a disabled mode are not checked. */
export function adsCertErrors({ mode, inprocess, remote }: AdsCert): string[] {
  if (mode === 'inprocess') return inProcessErrors(inprocess);
  return mode === 'remote' && !isAddress(remote.url)
    ? [`${AT}.remote.url: must be host:port, http://… or https://…${got(remote.url)}`]
    : [];
}

const got = (value: string): string => (value === '' ? '' : `, not ${JSON.stringify(value)}`);

function inProcessErrors({ origin, key, dns_servers }: AdsCert['inprocess']): string[] {
  const errors: string[] = [];
  if (originDomain(origin) === undefined) {
    errors.push(`${AT}.inprocess.origin: must be a call sign, which is a registrable domain like example.com${got(origin)}`);
  }
  // The key itself is never printed: errors are logged.
  if (!rawKey(key)) errors.push(`${AT}.inprocess.key: must be 32 bytes in base64url without padding (npm run call-sign-key makes one)`);
  for (const [i, server] of dns_servers.entries()) {
    if (!isServer(server)) errors.push(`${AT}.inprocess.dns_servers.${i}: must be an IP address, with or without port${got(server)}`);
  }
  return errors;
}

const isPort = (text: string | undefined): boolean =>
  text === undefined || (/^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536);

function isServer(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(.*))?$/.exec(text) ?? [];
  return (bracketed === undefined ? isIP(plain ?? '') === 4 : isIP(bracketed) === 6) && isPort(port);
}

/** A bare `host:port` would be parsed as a scheme. */
function isAddress(text: string): boolean {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' && url.pathname === '/' && url.search === '';
}
