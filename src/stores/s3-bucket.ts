/** A bucket of Amazon S3 or a compatible service: reads one object, lists a folder. */

import { type CredentialSource, type CredentialsEnv, findCredentials } from '#src/aws/credentials.ts';
import { awsQuery, signGet, type Unsigned } from '#src/aws/sigv4.ts';
import type { S3Options } from '#src/config/sections/store-parts.ts';
import { percentEncode } from '#src/lang/percent.ts';
import { trimCharacters, trimEndCharacters } from '#src/lang/trim.ts';
import { DEADLINE_EXCEEDED } from '#src/lang/with-timeout.ts';
import { callService } from '#src/net/service-call.ts';
import type { Transport } from '#src/net/transport.ts';
import type { Clock } from '#src/platform/clock.ts';

export interface BucketEnv {
  readonly transport: Transport;
  readonly clock: Clock;
}

/** One object of a listing. */
export interface Listed {
  readonly key: string;
  /** Changes when the object changes. */
  readonly stamp: string;
}

type Query = Unsigned['query'];

/** Objects per page; a page must fit into one response. */
const PAGE = 500;
/** Max bytes of a key. */
const LONGEST_KEY = 1024;
/** Amazon's name for "any region"; such requests are signed for this one. */
const ANYWHERE = 'aws-global';
const DEFAULT_REGION = 'us-east-1';

const regionOf = ({ region }: S3Options): string => (region === ANYWHERE ? DEFAULT_REGION : region);

/** The keys of the settings, else the default credential chain. */
export function credentialsOf(options: S3Options, env: CredentialsEnv): CredentialSource {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, session_token: sessionToken } = options;
  if (accessKeyId === '') return findCredentials(regionOf(options), env);
  return async () => ({ accessKeyId, secretAccessKey, sessionToken });
}

/** The key of a file in a folder; undefined if it is not a valid object name. Ids that are paths may begin with a slash. */
export function keyOf(folder: string, id: string): string | undefined {
  const name = id.replace(/^\//, '');
  if (name === '' || name.split('/').some((part) => part === '' || part === '.' || part === '..')) return undefined;
  const key = `${folderPrefix(folder)}${name}.json`;
  return Buffer.byteLength(key) <= LONGEST_KEY ? key : undefined;
}

/** `a/b` and `/a/b/` as `a/b/`; empty stays empty. */
export function folderPrefix(folder: string): string {
  const name = trimCharacters(folder, '/');
  return name === '' ? '' : `${name}/`;
}

export class S3Bucket {
  readonly #origin: string;
  readonly #host: string;
  /** Path of the bucket, without a trailing slash. */
  readonly #path: string;
  readonly #region: string;
  readonly #credentials: CredentialSource;
  readonly #env: BucketEnv;

  constructor(options: S3Options, credentials: CredentialSource, env: BucketEnv) {
    this.#region = regionOf(options);
    const { endpoint, bucket, force_path_style: inPath = endpoint !== '' } = options;
    const { protocol, host, pathname } = new URL(endpoint === '' ? `https://s3.${this.#region}.amazonaws.com` : endpoint);
    const base = trimEndCharacters(pathname, '/');
    this.#host = inPath ? host : `${bucket}.${host}`;
    this.#origin = `${protocol}//${this.#host}`;
    this.#path = inPath ? `${base}/${percentEncode(bucket)}` : base;
    this.#credentials = credentials;
    this.#env = env;
  }

  /** The object's text; undefined if it does not exist. Rejects with an Error that names the reason if that is unknown. */
  async get(key: string, timeoutMs: number): Promise<string | undefined> {
    const { status, body } = await this.#call(`${this.#path}/${key.split('/').map(percentEncode).join('/')}`, [], timeoutMs);
    if (status === 200) return body;
    if (isAbsent(status, codeIn(body))) return undefined;
    throw rejected(status, body);
  }

  /** All objects whose keys begin with `prefix`. Rejects as `get` does. */
  async list(prefix: string, timeoutMs: number): Promise<Listed[]> {
    const listed: Listed[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const more: Query = next === '' ? [] : [['continuation-token', next]];
      const query: Query = [['list-type', '2'], ['max-keys', String(PAGE)], ['prefix', prefix], ['encoding-type', 'url'], ...more];
      const { status, body } = await this.#call(`${this.#path}${this.#path === '' ? '/' : ''}`, query, timeoutMs);
      if (status !== 200) throw rejected(status, body);
      const page: { listed: Listed[]; next: string | undefined } = readListing(body);
      listed.push(...page.listed);
      if (page.next === next) throw new Error('the bucket returned the same page again');
      next = page.next;
    }
    return listed;
  }

  async #call(path: string, query: Query, timeoutMs: number): Promise<{ status: number; body: string }> {
    const scope = { region: this.#region, service: 's3', at: this.#env.clock.now() };
    const credentials = await this.#credentials();
    const headers = credentials ? signGet({ host: this.#host, path, query }, credentials, scope) : {};
    const uri = `${this.#origin}${path}${query.length > 0 ? `?${awsQuery(query)}` : ''}`;
    const result = await callService({ method: 'GET', uri, headers }, timeoutMs, this.#env);
    if (result.kind === 'failed') throw new Error(result.timedOut ? DEADLINE_EXCEEDED : result.message);
    return result.response;
  }
}

/** Other reasons of a 404 are of the bucket or the credentials. Ids come from callers: some services have shorter keys than Amazon's. */
const isAbsent = (status: number, code: string | undefined): boolean =>
  status === 404 ? code === undefined || code === 'NoSuchKey' : code === 'KeyTooLongError';

const rejected = (status: number, body: string): Error => new Error(`the bucket responded with ${status} ${codeIn(body) ?? ''}`.trim());

/** Text of the first element of a name. */
function stringIn(xml: string, name: string): string | undefined {
  const from = xml.indexOf(`<${name}>`);
  const to = xml.indexOf(`</${name}>`, from);
  return from < 0 || to < 0 ? undefined : unescapeXml(xml.slice(from + name.length + 2, to));
}

const codeIn = (body: string): string | undefined => stringIn(body, 'Code');

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Replaces character references; unknown ones are unchanged. */
const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,8}));/g, (full, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? full;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : full;
  });

/** One page of a listing, and the marker of the next one. */
function readListing(xml: string): { listed: Listed[]; next: string | undefined } {
  if (!xml.includes('<ListBucketResult')) throw new Error('the bucket returned an invalid listing');
  const encoded = stringIn(xml, 'EncodingType') === 'url';
  const decode = (key: string): string => (encoded ? decodeURIComponent(key.replaceAll('+', ' ')) : key);
  const listed = xml
    .split('<Contents>')
    .slice(1)
    .map((entry) => ({
      key: decode(stringIn(entry, 'Key') ?? ''),
      stamp: `${stringIn(entry, 'ETag')} ${stringIn(entry, 'Size')} ${stringIn(entry, 'LastModified')}`,
    }));
  const next = stringIn(xml, 'IsTruncated') === 'true' ? stringIn(xml, 'NextContinuationToken') : undefined;
  return { listed, next: next === '' ? undefined : next };
}
