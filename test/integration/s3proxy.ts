/** A real server with the interface of Amazon S3 (S3Proxy): it verifies signatures and stores objects in a folder. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { KEYS, signatureOf } from '#test/helpers/s3-server.ts';
import { newFolder, onPath, Server } from './servers.ts';

/** Where `.ci/prepare.sh` installs the server's libraries. */
const LIBRARIES = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'auctor/s3proxy-2.6.0');
const java = onPath('java');

/** Why tests with this server cannot run here; undefined: they can. */
export const missingS3Proxy = (): string | undefined =>
  java !== undefined && existsSync(LIBRARIES) ? undefined : 'not installed here: java, s3proxy (sh .ci/prepare.sh --tests)';

const JVM = ['-Xmx128m', '-Xshare:auto', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
const LOG =
  '<configuration><appender name="out" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%msg%n</pattern></encoder></appender><root level="INFO"><appender-ref ref="out"/></root></configuration>';

/** Starts it with the credentials `KEYS` and no bucket; a killed one starts again with its data. */
export async function startS3Proxy(): Promise<Server> {
  const folder = newFolder('s3proxy');
  const [data, file, log] = [join(folder, 'data'), join(folder, 's3proxy.conf'), join(folder, 'logback.xml')];
  mkdirSync(data);
  writeFileSync(log, LOG);
  return Server.started({
    program: java ?? '',
    args(port) {
      const settings = {
        's3proxy.endpoint': `http://127.0.0.1:${port}`,
        's3proxy.authorization': 'aws-v4',
        's3proxy.identity': KEYS.id,
        's3proxy.credential': KEYS.secret,
        'jclouds.provider': 'filesystem-nio2',
        'jclouds.identity': 'none',
        'jclouds.credential': 'none',
        'jclouds.filesystem.basedir': data,
      };
      writeFileSync(
        file,
        Object.entries(settings)
          .map(([name, value]) => `${name}=${value}\n`)
          .join(''),
      );
      return [...JVM, `-Dlogback.configurationFile=${log}`, '-cp', join(LIBRARIES, '*'), 'org.gaul.s3proxy.Main', '--properties', file];
    },
    folder,
    readyMessage: 'Started ServerConnector',
  });
}

/** A signed call that writes. @param path of a bucket or an object, encoded */
async function call(server: Server, method: 'PUT' | 'DELETE', path: string, body?: string): Promise<void> {
  const host = `127.0.0.1:${server.port}`;
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const names = 'host;x-amz-content-sha256;x-amz-date';
  const scope = `${stamp.slice(0, 8)}/us-east-1/s3/aws4_request`;
  const unsigned = `AWS4-HMAC-SHA256 Credential=${KEYS.id}/${scope},SignedHeaders=${names},Signature=`;
  const headers = { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'x-amz-date': stamp, authorization: unsigned };
  const authorization = unsigned + signatureOf(method, path, headers, KEYS.secret);
  const init = body === undefined ? {} : { body };
  const response = await fetch(`http://${host}${path}`, { method, headers: { ...headers, authorization }, ...init });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}

const encoded = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
const pathOf = (bucket: string, key: string): string => `/${bucket}/${key.split('/').map(encoded).join('/')}`;

export const createBucket = (server: Server, bucket: string): Promise<void> => call(server, 'PUT', `/${bucket}`);
export const putObject = (server: Server, bucket: string, key: string, text: string): Promise<void> =>
  call(server, 'PUT', pathOf(bucket, key), text);
export const deleteObject = (server: Server, bucket: string, key: string): Promise<void> => call(server, 'DELETE', pathOf(bucket, key));
