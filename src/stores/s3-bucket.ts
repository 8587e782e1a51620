/** A bucket of Amazon S3 or of a service that speaks as it does: reading one object, listing what lies below a folder. */
import type { S3Options } from '#src/config/sections/store-parts.ts';
import { ask, LATE } from '#src/outside/ask.ts';
import { type CredentialSource, type CredentialsEnv, findCredentials } from '#src/outside/aws-credentials.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Transport } from '#src/outside/http.ts';
import { awsEncode, awsQuery, signGet, type Unsigned } from '#src/outside/sigv4.ts';

export interface BucketEnv {
  readonly transport: Transport;
  readonly clock: Clock;
}

/** One object of a listing. */
export interface Listed {
  readonly key: string;
  /** Another one where the object has changed. */
  readonly stamp: string;
}

type Query = Unsigned['query'];

/** Objects of one page; a page must fit into one answer. */
const PAGE = 500;
/** Bytes of the longest key there can be. */
const LONGEST_KEY = 1024;
/** Amazon's name for "wherever"; such requests are signed for this region. */
const ANYWHERE = 'aws-global';
const USUAL_REGION = 'us-east-1';

const regionOf = ({ region }: S3Options): string => (region === ANYWHERE ? USUAL_REGION : region);

/** The keys of the settings, else what is found where every tool of the service looks. */
export function credentialsOf(options: S3Options, env: CredentialsEnv): CredentialSource {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, session_token: sessionToken } = options;
  if (accessKeyId === '') return findCredentials(regionOf(options), env);
  return async () => ({ accessKeyId, secretAccessKey, sessionToken });
}

/** The key of a file in a folder; undefined where no object can be called so. Ids that are paths may begin with a slash. */
export function keyOf(folder: string, id: string): string | undefined {
  const name = id.replace(/^\//, '');
  if (name === '' || name.split('/').some((part) => part === '' || part === '.' || part === '..')) return undefined;
  const key = `${folderPrefix(folder)}${name}.json`;
  return Buffer.byteLength(key) <= LONGEST_KEY ? key : undefined;
}

/** `a/b` and `/a/b/` as `a/b/`; nothing as nothing. */
export function folderPrefix(folder: string): string {
  const name = folder.replace(/^\/+|\/+$/g, '');
  return name === '' ? '' : `${name}/`;
}

export class S3Bucket {
  readonly #origin: string;
  readonly #host: string;
  /** Of the bucket, without a slash at its end. */
  readonly #path: string;
  readonly #region: string;
  readonly #credentials: CredentialSource;
  readonly #env: BucketEnv;

  constructor(options: S3Options, credentials: CredentialSource, env: BucketEnv) {
    this.#region = regionOf(options);
    const { endpoint, bucket, force_path_style: inPath = endpoint !== '' } = options;
    const { protocol, host, pathname } = new URL(endpoint === '' ? `https://s3.${this.#region}.amazonaws.com` : endpoint);
    const base = pathname.replace(/\/+$/, '');
    this.#host = inPath ? host : `${bucket}.${host}`;
    this.#origin = `${protocol}//${this.#host}`;
    this.#path = inPath ? `${base}/${awsEncode(bucket)}` : base;
    this.#credentials = credentials;
    this.#env = env;
  }

  /** The object's text; undefined where there is none. Rejects with an Error that says why nobody can tell. */
  async get(key: string, timeoutMs: number): Promise<string | undefined> {
    const { status, body } = await this.#call(`${this.#path}/${key.split('/').map(awsEncode).join('/')}`, [], timeoutMs);
    if (status === 200) return body;
    if (status === 404 && codeIn(body) !== 'NoSuchBucket') return undefined;
    throw refused(status, body);
  }

  /** All objects whose keys begin with `prefix`. Rejects as `get` does. */
  async list(prefix: string, timeoutMs: number): Promise<Listed[]> {
    const listed: Listed[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const more: Query = next === '' ? [] : [['continuation-token', next]];
      const query: Query = [['list-type', '2'], ['max-keys', String(PAGE)], ['prefix', prefix], ['encoding-type', 'url'], ...more];
      const { status, body } = await this.#call(`${this.#path}${this.#path === '' ? '/' : ''}`, query, timeoutMs);
      if (status !== 200) throw refused(status, body);
      const page: { listed: Listed[]; next: string | undefined } = readListing(body);
      listed.push(...page.listed);
      if (page.next === next) throw new Error('the bucket tells the same page again');
      next = page.next;
    }
    return listed;
  }

  async #call(path: string, query: Query, timeoutMs: number): Promise<{ status: number; body: string }> {
    const scope = { region: this.#region, service: 's3', at: this.#env.clock.now() };
    const credentials = await this.#credentials();
    const headers = credentials ? signGet({ host: this.#host, path, query }, credentials, scope) : {};
    const uri = `${this.#origin}${path}${query.length > 0 ? `?${awsQuery(query)}` : ''}`;
    const asked = await ask({ method: 'GET', uri, headers }, timeoutMs, this.#env);
    if (asked.kind === 'failed') throw new Error(asked.timedOut ? LATE : asked.message);
    return asked.answer;
  }
}

const refused = (status: number, body: string): Error => new Error(`the bucket answered ${status} ${codeIn(body) ?? ''}`.trim());

/** Text of the first element of a name. */
function textIn(xml: string, name: string): string | undefined {
  const from = xml.indexOf(`<${name}>`);
  const to = xml.indexOf(`</${name}>`, from);
  return from < 0 || to < 0 ? undefined : unescapeXml(xml.slice(from + name.length + 2, to));
}

const codeIn = (body: string): string | undefined => textIn(body, 'Code');

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Character references as what they stand for; unknown ones as they are. */
const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,8}));/g, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** One page of a listing, and the mark of the next one. */
function readListing(xml: string): { listed: Listed[]; next: string | undefined } {
  if (!xml.includes('<ListBucketResult')) throw new Error('the bucket answered something that is no listing');
  const encoded = textIn(xml, 'EncodingType') === 'url';
  const decode = (key: string): string => (encoded ? decodeURIComponent(key.replaceAll('+', ' ')) : key);
  const listed = xml
    .split('<Contents>')
    .slice(1)
    .map((entry) => ({
      key: decode(textIn(entry, 'Key') ?? ''),
      stamp: `${textIn(entry, 'ETag')} ${textIn(entry, 'Size')} ${textIn(entry, 'LastModified')}`,
    }));
  const next = textIn(xml, 'IsTruncated') === 'true' ? textIn(xml, 'NextContinuationToken') : undefined;
  return { listed, next: next === '' ? undefined : next };
}
