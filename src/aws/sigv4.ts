/**
 * Signature Version 4 of Amazon Web Services for requests without a body, as S3 requires: paths are signed as sent, without double encoding
 * or normalization. The public specification: "Signature Calculations for the Authorization Header".
 */
import { createHash, createHmac } from 'node:crypto';
import { percentEncode } from '#src/lang/percent.ts';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Token of temporary credentials; empty: none. */
  readonly sessionToken: string;
}

/** A GET to be signed. */
export interface Unsigned {
  /** As in the `Host` header, with a non-default port. */
  readonly host: string;
  /** Encoded by `percentEncode`, with a leading slash. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Further signed headers, by their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SigningScope {
  readonly region: string;
  readonly service: string;
  /** Epoch ms. */
  readonly at: number;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
/** SHA-256 of an empty body. */
const EMPTY_BODY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Query parameters in signing order, joined. */
export const awsQuery = (query: Unsigned['query']): string =>
  query
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map((pair) => pair.join('='))
    .join('&');

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Headers that authenticate the request; without `host`, which every client sends itself. */
export function signGet(
  { host, path, query, headers = {} }: Unsigned,
  credentials: Credentials,
  scope: SigningScope,
): Record<string, string> {
  const stamp = new Date(scope.at).toISOString().replace(/[-:]|\.\d+/g, '');
  const day = stamp.slice(0, 8);
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const sent: Record<string, string> = { ...headers, 'x-amz-content-sha256': EMPTY_BODY, 'x-amz-date': stamp };
  if (sessionToken !== '') sent['x-amz-security-token'] = sessionToken;
  const signed = Object.entries({ ...sent, host }).sort(([a], [b]) => compare(a, b));
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value.trim()}\n`).join('');
  const canonical = ['GET', path, awsQuery(query), lines, names, EMPTY_BODY].join('\n');
  const place = `${day}/${scope.region}/${scope.service}/aws4_request`;
  const key = [day, scope.region, scope.service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, [ALGORITHM, stamp, place, sha256(canonical)].join('\n')).toString('hex');
  return { ...sent, authorization: `${ALGORITHM} Credential=${accessKeyId}/${place},SignedHeaders=${names},Signature=${signature}` };
}
