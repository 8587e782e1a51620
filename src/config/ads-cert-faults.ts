/** What a host needs to sign its calls; every fault stops the start. */
import { isIP } from 'node:net';
import { originDomain, rawKey } from '#src/wire/call-sign.ts';
import type { HostConfig } from './schema.ts';

type AdsCert = HostConfig['experiment']['adscert'];

const AT = 'experiment.adscert';

/** One line a fault; options of a mode that is off are not looked at. */
export function adsCertFaults({ mode, inprocess, remote }: AdsCert): string[] {
  if (mode === 'inprocess') return inProcessFaults(inprocess);
  return mode === 'remote' && !isAddress(remote.url)
    ? [`${AT}.remote.url: must be host:port, http://… or https://…${got(remote.url)}`]
    : [];
}

const got = (value: string): string => (value === '' ? '' : `, not ${JSON.stringify(value)}`);

function inProcessFaults({ origin, key, dns_servers }: AdsCert['inprocess']): string[] {
  const faults: string[] = [];
  if (originDomain(origin) === undefined) {
    faults.push(`${AT}.inprocess.origin: must be a call sign, which is a registrable domain like example.com${got(origin)}`);
  }
  // The key itself is never said: faults end in logs.
  if (!rawKey(key)) faults.push(`${AT}.inprocess.key: must be 32 bytes in base64url without padding (npm run call-sign-key makes one)`);
  for (const [i, server] of dns_servers.entries()) {
    if (!isServer(server)) faults.push(`${AT}.inprocess.dns_servers.${i}: must be an IP address, with or without port${got(server)}`);
  }
  return faults;
}

const isPort = (text: string | undefined): boolean =>
  text === undefined || (/^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536);

function isServer(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(.*))?$/.exec(text) ?? [];
  return (bracketed === undefined ? isIP(plain ?? '') === 4 : isIP(bracketed) === 6) && isPort(port);
}

/** A bare `host:port` would be read as a scheme. */
function isAddress(text: string): boolean {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' && url.pathname === '/' && url.search === '';
}
