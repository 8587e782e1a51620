/**
 * Credentials for Amazon's services if the settings have none: the environment, a web identity role, the tools' credentials file, the
 * container, the machine. The first source found applies, in the order of all SDKs.
 */

import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { trimEndCharacters } from '#src/lang/trim.ts';
import type { Credentials } from './sigv4.ts';

/** Undefined: there are none, requests are not signed. Rejects if configured credentials are unavailable. */
export type CredentialSource = () => Promise<Credentials | undefined>;

export interface CredentialsEnv {
  readonly environment: NodeJS.ProcessEnv;
  /** Epoch ms. */
  readonly now: () => number;
}

interface Lease {
  readonly credentials: Credentials | undefined;
  /** Epoch ms; renewed then. */
  readonly until: number;
  /** Epoch ms at which they expire: until then they apply if the renewal fails. Absent: they do not. */
  readonly end?: number | undefined;
}

type Find = (env: CredentialsEnv, region: string) => Promise<Lease | undefined>;

const TIMEOUT_MS = 1000;
/** ms before expiry at which credentials are renewed. */
const AHEAD_MS = 300_000;
/** ms until a missing source, one whose renewal failed, or a file is read again. */
const NONE_MS = 60_000;
const FILE_MS = 300_000;
const CONTAINER_HOST = 'http://169.254.170.2';
const MACHINE_HOST = 'http://169.254.169.254';
const TOKEN_SECONDS = '21600';

/** @param region of the service that issues roles */
export function findCredentials(region: string, env: CredentialsEnv): CredentialSource {
  let lease: Lease | undefined;
  let pending: Promise<Lease> | undefined;
  return async () => {
    if (lease && env.now() < lease.until) return lease.credentials;
    pending ??= renew(lease, region, env).finally(() => {
      pending = undefined;
    });
    lease = await pending;
    return lease.credentials;
  };
}

/** The next lease. If there is none, the old one while its credentials are valid. */
async function renew(old: Lease | undefined, region: string, env: CredentialsEnv): Promise<Lease> {
  const kept = (): Lease | undefined => {
    const now = env.now();
    return old?.end !== undefined && now < old.end ? { ...old, until: Math.min(now + NONE_MS, old.end) } : undefined;
  };
  try {
    const lease = await find(region, env);
    return lease.credentials ? lease : (kept() ?? lease);
  } catch (cause) {
    const lease = kept();
    if (lease) return lease;
    throw cause;
  }
}

async function find(region: string, env: CredentialsEnv): Promise<Lease> {
  for (const source of [fromEnvironment, fromWebIdentity, fromFile, fromContainer, fromMachine]) {
    const lease = await source(env, region);
    if (lease) return lease;
  }
  return { credentials: undefined, until: env.now() + NONE_MS };
}

const fromEnvironment: Find = async ({ environment }) => {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId = '',
    AWS_SECRET_ACCESS_KEY: secretAccessKey = '',
    AWS_SESSION_TOKEN: sessionToken = '',
  } = environment;
  if (accessKeyId === '' || secretAccessKey === '') return undefined;
  return { credentials: { accessKeyId, secretAccessKey, sessionToken }, until: Number.POSITIVE_INFINITY };
};

/** The body of a 200 response. */
async function request(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await response.text();
  if (response.status !== 200)
    throw new Error(`credentials are unavailable: ${new URL(url).host} responded with status ${response.status}`);
  return text;
}

/** Temporary credentials in the common format of these services. */
function toLease(
  { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token: sessionToken, Expiration: end }: TemporaryCredentials,
  now: number,
): Lease {
  if (!accessKeyId || !secretAccessKey) throw new Error('credentials are unavailable: the response contains none');
  const credentials = { accessKeyId, secretAccessKey, sessionToken: sessionToken ?? '' };
  const expiry = Date.parse(end ?? '');
  return Number.isNaN(expiry) ? { credentials, until: now + FILE_MS } : { credentials, until: expiry - AHEAD_MS, end: expiry };
}

interface TemporaryCredentials {
  readonly AccessKeyId?: string | undefined;
  readonly SecretAccessKey?: string | undefined;
  readonly Token?: string | undefined;
  /** RFC 3339. */
  readonly Expiration?: string | undefined;
}

const fromWebIdentity: Find = async ({ environment, now }, region) => {
  const { AWS_WEB_IDENTITY_TOKEN_FILE: file = '', AWS_ROLE_ARN: role = '', AWS_ROLE_SESSION_NAME: name = 'auctor' } = environment;
  if (file === '' || role === '') return undefined;
  const { AWS_ENDPOINT_URL_STS: endpoint = `https://sts.${region}.amazonaws.com` } = environment;
  const token = (await readFile(file, 'utf8')).trim();
  const call = {
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: role,
    RoleSessionName: name,
    WebIdentityToken: token,
  };
  const text = await request(endpoint, { method: 'POST', body: new URLSearchParams(call) });
  const of = (element: string): string | undefined => new RegExp(`<${element}>([^<]*)</${element}>`).exec(text)?.[1];
  const overridden = {
    AccessKeyId: of('AccessKeyId'),
    SecretAccessKey: of('SecretAccessKey'),
    Token: of('SessionToken'),
    Expiration: of('Expiration'),
  };
  return toLease(overridden, now());
};

const fromFile: Find = async ({ environment, now }) => {
  const { AWS_SHARED_CREDENTIALS_FILE: named, AWS_PROFILE: profile = 'default', HOME: home = homedir() } = environment;
  const text = await readFile(named ?? join(home, '.aws', 'credentials'), 'utf8').catch(() => '');
  const values = new Map<string, string>();
  let section = '';
  for (const line of text.split('\n').map((each) => each.trim())) {
    const [, header] = /^\[(?:profile )?([^\]]+)\]/.exec(line) ?? [];
    if (header !== undefined) section = header.trim();
    const [, name = '', value = ''] = /^([\w-]+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (section === profile && name !== '') values.set(name, value);
  }
  const [accessKeyId, secretAccessKey] = [values.get('aws_access_key_id'), values.get('aws_secret_access_key')];
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { credentials: { accessKeyId, secretAccessKey, sessionToken: values.get('aws_session_token') ?? '' }, until: now() + FILE_MS };
};

const fromContainer: Find = async ({ environment, now }) => {
  const { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: path, AWS_CONTAINER_CREDENTIALS_FULL_URI: full } = environment;
  const url = path ? `${CONTAINER_HOST}${path}` : full;
  if (!url) return undefined;
  const { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file, AWS_CONTAINER_AUTHORIZATION_TOKEN: given = '' } = environment;
  const token = file ? (await readFile(file, 'utf8')).trim() : given;
  return toLease(JSON.parse(await request(url, token === '' ? {} : { headers: { authorization: token } })) as TemporaryCredentials, now());
};

/** No service or no role: there are none. */
const fromMachine: Find = async ({ environment, now }) => {
  if (environment['AWS_EC2_METADATA_DISABLED']?.toLowerCase() === 'true') return undefined;
  const base = `${trimEndCharacters(environment['AWS_EC2_METADATA_SERVICE_ENDPOINT'] ?? MACHINE_HOST, '/')}/latest`;
  try {
    const token = await request(`${base}/api/token`, { method: 'PUT', headers: { 'x-aws-ec2-metadata-token-ttl-seconds': TOKEN_SECONDS } });
    const headers = { 'x-aws-ec2-metadata-token': token };
    const roles = `${base}/meta-data/iam/security-credentials/`;
    const [role = ''] = (await request(roles, { headers })).trim().split('\n');
    return toLease(JSON.parse(await request(`${roles}${role}`, { headers })) as TemporaryCredentials, now());
  } catch {
    return undefined;
  }
};
