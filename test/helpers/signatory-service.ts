/** A gRPC service like the signatory: accepts one message, responds as configured. Frames and messages are encoded and decoded by hand. */
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';

export interface ServiceCall {
  readonly path: string;
  readonly headers: { readonly [name: string]: unknown };
  /** The message in hex, exactly as received. */
  readonly message: string;
}

/** Bytes of the response message; a gRPC status; or never a response. */
export type ServiceResponse = Buffer | number | 'silent';

export interface SignatoryService {
  readonly address: string;
  readonly calls: ServiceCall[];
  response: ServiceResponse | (() => ServiceResponse);
  /** Connections opened so far. */
  connections: number;
  /** Closes the open connections. */
  disconnect(): void;
  close(): Promise<void>;
}

/** A field of bytes shorter than 128. */
export const field = (number: number, bytes: Buffer | string): Buffer => {
  const data = Buffer.from(bytes);
  return Buffer.concat([
    Buffer.from([(number << 3) | 2, ...(data.length < 128 ? [data.length] : [(data.length & 127) | 128, data.length >> 7])]),
    data,
  ]);
};

/** A response with this status and these signatures. */
export const signedWith = (status: number, ...signatures: readonly string[]): Buffer => {
  const infos = signatures.map((signature) => field(4, Buffer.concat([field(1, signature), field(2, '1'), field(3, 'from.example')])));
  return Buffer.concat([Buffer.from([8, status]), field(2, Buffer.concat([field(1, 'bidder.example'), ...infos]))]);
};

const framed = (message: Buffer): Buffer => Buffer.concat([Buffer.from([0, 0, 0, message.length >> 8, message.length & 255]), message]);

export async function startSignatoryService(): Promise<SignatoryService> {
  const sessions = new Set<ServerHttp2Session>();
  const server: Http2Server = createServer();
  const service: SignatoryService = {
    address: '',
    calls: [],
    response: signedWith(1, 'signed'),
    connections: 0,
    disconnect: () => {
      for (const session of sessions) session.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        service.disconnect();
      }),
  };
  server.on('session', (session) => {
    service.connections++;
    sessions.add(session);
    session.on('error', () => {});
    session.once('close', () => sessions.delete(session));
  });
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const chunks: Buffer[] = [];
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const bytes = Buffer.concat(chunks);
      service.calls.push({ path: String(headers[':path']), headers, message: bytes.subarray(5).toString('hex') });
      const response = typeof service.response === 'function' ? service.response() : service.response;
      if (response === 'silent') return;
      if (typeof response === 'number') {
        stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': String(response) }, { endStream: true });
        return;
      }
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.end(framed(response));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(service, { address: `127.0.0.1:${(server.address() as AddressInfo).port}` });
}
