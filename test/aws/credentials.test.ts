/** Credentials from every source; the services that issue them are real HTTP servers. */

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findCredentials } from '#src/aws/credentials.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-aws-'));
const tokenFile = join(folder, 'token');
const overridden = (id: string, end = '2030-01-01T01:00:00Z') =>
  JSON.stringify({ AccessKeyId: id, SecretAccessKey: 'secret', Token: 'token', Expiration: end });
const credentials = (accessKeyId: string) => ({ accessKeyId, secretAccessKey: 'secret', sessionToken: 'token' });

let server: Server;
let url = '';
let urls: string[] = [];
/** Undefined: 404. */
let respond: (request: IncomingMessage, body: string) => string | undefined = () => undefined;
beforeAll(async () => {
  writeFileSync(tokenFile, 'web-token\n');
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      urls.push(`${request.method} ${request.url}`);
      const text = respond(request, Buffer.concat(chunks).toString('utf8'));
      response.writeHead(text === undefined ? 404 : 200).end(text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  urls = [];
});

const EMPTY = { HOME: folder, AWS_EC2_METADATA_DISABLED: 'true' };
let clock = Date.UTC(2030, 0, 1);
const source = (environment: NodeJS.ProcessEnv) =>
  findCredentials('eu-central-1', { environment: { ...EMPTY, ...environment }, now: () => clock });

test('without any source there are no credentials', async () => {
  expect(await source({})()).toBeUndefined();
  expect(await source({ AWS_ACCESS_KEY_ID: 'id' })()).toBeUndefined();
});

test('credentials of the environment come first', async () => {
  const keys = { AWS_ACCESS_KEY_ID: 'env', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'token' };
  expect(await source({ ...keys, AWS_CONTAINER_CREDENTIALS_FULL_URI: url })()).toEqual(credentials('env'));
  expect(urls).toEqual([]);
});

test('a role is assumed by the token of a file, and renewed before its expiry', async () => {
  let count = 0;
  respond = (_, body) => {
    const { Action, RoleArn, WebIdentityToken } = Object.fromEntries(new URLSearchParams(body));
    if (Action !== 'AssumeRoleWithWebIdentity' || RoleArn !== 'arn:role' || WebIdentityToken !== 'web-token') return undefined;
    const end = new Date(clock + 3_600_000).toISOString();
    return `<R><Credentials><AccessKeyId>role${++count}</AccessKeyId><SecretAccessKey>secret</SecretAccessKey><SessionToken>token</SessionToken><Expiration>${end}</Expiration></Credentials></R>`;
  };
  const find = source({ AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile, AWS_ROLE_ARN: 'arn:role', AWS_ENDPOINT_URL_STS: url });
  expect(await Promise.all([find(), find()])).toEqual([credentials('role1'), credentials('role1')]);
  clock += 3_600_000 - 300_001;
  expect(await find()).toEqual(credentials('role1'));
  clock += 1;
  expect(await find()).toEqual(credentials('role2'));
  expect(urls).toEqual(['POST /', 'POST /']);
});

test('unavailable configured credentials are an error, and requested again', async () => {
  respond = () => undefined;
  const find = source({ AWS_CONTAINER_CREDENTIALS_FULL_URI: url });
  await expect(find()).rejects.toThrow(/credentials are unavailable: 127.0.0.1:\d+ responded with status 404/);
  respond = () => '{}';
  await expect(find()).rejects.toThrow('the response contains none');
  respond = () => overridden('late');
  expect(await find()).toEqual(credentials('late'));
});

test.each([
  ['a container', () => ({ AWS_CONTAINER_CREDENTIALS_FULL_URI: url })],
  ['the machine', () => ({ AWS_EC2_METADATA_DISABLED: '', AWS_EC2_METADATA_SERVICE_ENDPOINT: url })],
])('credentials of %s apply until they expire while their renewal fails', async (_, environment) => {
  const end = clock + 3_600_000;
  respond = () => overridden('old', new Date(end).toISOString());
  const find = source(environment());
  expect(await find()).toEqual(credentials('old'));
  respond = () => undefined;
  clock = end - 1000;
  expect(await find()).toEqual(credentials('old'));
  const { length } = urls;
  expect(await find()).toEqual(credentials('old'));
  expect(urls.length).toBe(length);
  clock = end;
  expect(await find().catch(() => undefined)).toBeUndefined();
  clock += 60_000;
  respond = () => overridden('new', new Date(clock + 3_600_000).toISOString());
  expect(await find()).toEqual(credentials('new'));
});

test('a file has credentials by profile', async () => {
  const file = join(folder, 'credentials');
  const keys = (id: string) => `aws_access_key_id = ${id}\naws_secret_access_key=secret\naws_session_token = token\n`;
  writeFileSync(file, `# mine\n[default]\n${keys('usual')}\n[other]\n${keys('other')}`);
  expect(await source({ AWS_SHARED_CREDENTIALS_FILE: file })()).toEqual(credentials('usual'));
  expect(await source({ AWS_SHARED_CREDENTIALS_FILE: file, AWS_PROFILE: 'other' })()).toEqual(credentials('other'));
  expect(await source({ AWS_SHARED_CREDENTIALS_FILE: file, AWS_PROFILE: 'none' })()).toBeUndefined();
});

test('a container is queried with its token', async () => {
  respond = ({ headers }) => (headers.authorization === 'web-token' ? overridden('container') : undefined);
  const find = source({ AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/role`, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile });
  expect([await find(), urls]).toEqual([credentials('container'), ['GET /role']]);
});

test('the machine is queried last, for its role, with a token of its own', async () => {
  const roles = '/latest/meta-data/iam/security-credentials/';
  respond = ({ method, url: path, headers }) => {
    if (method === 'PUT') return headers['x-aws-ec2-metadata-token-ttl-seconds'] ? 'imds' : undefined;
    if (headers['x-aws-ec2-metadata-token'] !== 'imds') return undefined;
    return path === roles ? 'the-role\n' : overridden('machine');
  };
  const find = source({ AWS_EC2_METADATA_DISABLED: 'false', AWS_EC2_METADATA_SERVICE_ENDPOINT: url });
  expect(await find()).toEqual(credentials('machine'));
  expect(urls).toEqual(['PUT /latest/api/token', `GET ${roles}`, `GET ${roles}the-role`]);
  respond = () => undefined;
  expect(await source({ AWS_EC2_METADATA_DISABLED: '', AWS_EC2_METADATA_SERVICE_ENDPOINT: url })()).toBeUndefined();
});
