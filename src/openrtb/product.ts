/** Product identification: the records of the identification header, the version body, and host names that are safe in a URL. */
import { isObject } from '#src/json/merge.ts';
import type { BidRequest, DeepReadonly } from './ortb.ts';

const NAME = 'auctor';
const UNKNOWN = 'unknown';

/** This server as one record: `auctor/1.2.3`. */
export const productRecord = (version: string, name: string = NAME): string => `${name}/${version === '' ? UNKNOWN : version}`;

/** Format of the identification header. */
export interface ProductStyle {
  /** This server comes first; false: last. */
  readonly ownFirst: boolean;
  /** A missing version becomes `unknown`; false: its record is omitted. */
  readonly namesUnknown: boolean;
}

/** Only printable text may enter a header. */
const isPrintable = (text: unknown): text is string => typeof text === 'string' && /^[!-~][ -~]{0,127}$/.test(text);

/** `name/version` as sent by a caller; undefined without a name. */
function record(name: unknown, version: unknown, { namesUnknown }: ProductStyle): string | undefined {
  if (!isPrintable(name)) return undefined;
  if (isPrintable(version)) return `${name}/${version}`;
  return namesUnknown ? `${name}/${UNKNOWN}` : undefined;
}

/**
 * The identification header of a call to a bidder: this server, the caller's channel, the app's SDK, as `name/version` joined by commas; a
 * record without a name is omitted.
 */
export function outgoingProduct(
  request: DeepReadonly<Pick<BidRequest, 'app' | 'ext'>>,
  version: string,
  style: ProductStyle,
  name = NAME,
): string {
  const { channel } = request.ext?.srv ?? {};
  const app = request.app?.ext?.['srv'];
  const own = productRecord(version, name);
  const ofChannel = isObject(channel) ? record(channel.name, channel.version, style) : undefined;
  const ofApp = isObject(app) ? record(app['source'], app['version'], style) : undefined;
  const records = style.ownFirst ? [own, ofChannel, ofApp] : [ofChannel, ofApp, own];
  return records.filter((text) => text !== undefined).join(',');
}

/** Body of `GET /version`; values not set at build time are `not-set`. */
export const versionBody = (version: string, revision: string): { revision: string; version: string } => ({
  revision: revision || 'not-set',
  version: version || 'not-set',
});
