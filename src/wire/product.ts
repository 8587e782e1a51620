/** Who made this message: the identification header's records, the version body, and hosts that may stand in a URL. */
import type { Ext } from './ext.ts';
import type { BidRequest, DeepReadonly } from './ortb.ts';

const NAME = 'auctor';
const UNKNOWN = 'unknown';

/** This server as one record: `auctor/1.2.3`. */
export const productRecord = (version: string, name: string = NAME): string => `${name}/${version === '' ? UNKNOWN : version}`;

const isObject = (value: unknown): value is Ext => typeof value === 'object' && value !== null;

/** `name/version` as a caller told them; undefined without a name. Only printable text may get into a header. */
function record(name: unknown, version: unknown): string | undefined {
  if (typeof name !== 'string' || !/^[!-~][ -~]{0,127}$/.test(name)) return undefined;
  return `${name}/${typeof version === 'string' && /^[!-~][ -~]{0,127}$/.test(version) ? version : UNKNOWN}`;
}

/**
 * The identification header of a call to a bidder: this server, the caller's channel, the app's SDK, as `name/version`
 * joined by commas; a record without a name is left out, a missing version is `unknown` (auction-exchange.md 5.4).
 */
export function outgoingProduct(request: DeepReadonly<Pick<BidRequest, 'app' | 'ext'>>, version: string, name: string = NAME): string {
  const channel = request.ext?.srv?.channel;
  const app = request.app?.ext?.['srv'];
  const records = [
    productRecord(version, name),
    isObject(channel) ? record(channel.name, channel.version) : undefined,
    isObject(app) ? record(app['source'], app['version']) : undefined,
  ];
  return records.filter((text) => text !== undefined).join(',');
}

/** Body of `GET /version`; what was not set at build time reads `not-set`. */
export const versionBody = (version: string, revision: string): { revision: string; version: string } => ({
  revision: revision || 'not-set',
  version: version || 'not-set',
});

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$/;

/** Whether the text is a host, with or without a port, and nothing else: no scheme, user, path or query can be smuggled in. */
export const isSafeHost = (host: string): boolean => host.length <= 260 && HOST.test(host);
