/**
 * A bucket over real HTTP that responds as Amazon's does, and only to signed requests: it verifies signatures from the received bytes and
 * shares no code with the signer under test.
 */
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Server {
  readonly url: string;
  readonly objects: Map<string, string>;
  /** Requested paths with queries. */
  readonly fetchedPaths: string[];
  /** Replaces its responses: a status with an error code; 0: it never responds. */
  fails: { readonly status: number; readonly code: string } | undefined;
  close(): Promise<void>;
}

export const KEYS = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };

const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signature a request must have, computed from the request itself. */
export function signatureOf(method: string, url: string, headers: Readonly<Record<string, unknown>>, secret: string): string {
  const [, day = '', region = '', service = '', names = ''] =
    /Credential=[^/]+\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=/.exec(
      String(headers['authorization']),
    ) ?? [];
  const [path = '', query = ''] = url.split('?');
  const pairs = query === '' ? [] : query.split('&').map((pair) => (pair.includes('=') ? pair : `${pair}=`));
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`);
  const canonical = `${method}\n${path}\n${pairs.sort().join('&')}\n${lines.join('\n')}\n\n${names}\n${headers['x-amz-content-sha256']}`;
  const toSign = `AWS4-HMAC-SHA256\n${headers['x-amz-date']}\n${day}/${region}/${service}/aws4_request\n${createHash('sha256').update(canonical).digest('hex')}`;
  return mac(mac(mac(mac(mac(`AWS4${secret}`, day), region), service), 'aws4_request'), toSign).toString('hex');
}

function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const given = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/.*Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '');
  return given?.[1] === KEYS.id && given[2] === signatureOf(method, url, headers, KEYS.secret);
}

const xml = (nested: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${nested}`;
const PER_PAGE = 3;

function listing(objects: ReadonlyMap<string, string>, query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
  const from = Number(query.get('continuation-token') ?? 0);
  const page = keys.slice(from, from + PER_PAGE);
  const next = from + PER_PAGE < keys.length ? `<NextContinuationToken>${from + PER_PAGE}</NextContinuationToken>` : '';
  const entries = page.map((key) => {
    const etag = createHash('md5')
      .update(objects.get(key) ?? '')
      .digest('hex');
    const name = encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/');
    return `<Contents><Key>${name}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>&quot;${etag}&quot;</ETag><Size>1</Size></Contents>`;
  });
  const head = `<IsTruncated>${next !== ''}</IsTruncated><EncodingType>url</EncodingType>`;
  return xml(`<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${head}${entries.join('')}${next}</ListBucketResult>`);
}

/** A bucket called `stored`, in the path of its addresses. */
export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, string>();
  const fetchedPaths: string[] = [];
  const server = createServer((request, response) => {
    const { url = '' } = request;
    fetchedPaths.push(url);
    const reject = (status: number, code: string): void =>
      void response.writeHead(status, { 'content-type': 'application/xml' }).end(xml(`<Error><Code>${code}</Code></Error>`));
    const { fails } = made;
    if (fails) return fails.status > 0 ? reject(fails.status, fails.code) : undefined;
    if (!isSigned(request)) return reject(403, 'SignatureDoesNotMatch');
    const [path = '', query = ''] = url.split('?');
    const [, bucket, ...parts] = path.split('/');
    if (bucket !== 'stored') return reject(404, 'NoSuchBucket');
    if (parts.length === 0 || parts.join('') === '') return void response.end(listing(objects, new URLSearchParams(query)));
    const text = objects.get(parts.map(decodeURIComponent).join('/'));
    return text === undefined ? reject(404, 'NoSuchKey') : void response.end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const made: S3Server = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    fetchedPaths,
    fails: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return made;
}
