/** Unary gRPC calls over one HTTP/2 connection, opened on demand and reopened when lost. */
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import type { Clock } from '#src/platform/clock.ts';

/** Timeout of connecting in ms, and the pause after a failure: meanwhile calls fail at once. */
const CONNECT_MS = 1000;
const PAUSE_MS = 1000;
/** Consecutive calls without a response, and ms of silence, after which a connection counts as dead. */
const MAX_SILENT = 20;
const SILENT_MS = 2000;
const MAX_BYTES = 64 * 1024;
const HEAD_BYTES = 5;

/** Errors reach callers of the host, so they name neither addresses nor details of the service. */
const UNREACHABLE = 'the service is unreachable';

/** `host:port`, or a URL. */
const grpcOrigin = (address: string): string => (address.includes('://') ? address : `http://${address}`);

/** The one message of a response: a compression flag (never requested), its length, its bytes. */
function unframed(bytes: Buffer): Buffer {
  if (bytes.length < HEAD_BYTES || bytes[0] !== 0 || bytes.readUInt32BE(1) !== bytes.length - HEAD_BYTES) {
    throw new Error('the service returned an invalid message');
  }
  return bytes.subarray(HEAD_BYTES);
}

function framed(message: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

export class GrpcClient {
  readonly #origin: string;
  readonly #clock: Pick<Clock, 'now' | 'after'>;
  #session: ClientHttp2Session | undefined;
  #pauseUntil = 0;
  #silent = 0;
  #lastDataAt = 0;
  #stopped = false;

  constructor(address: string, clock: Pick<Clock, 'now' | 'after'>) {
    this.#origin = grpcOrigin(address);
    this.#clock = clock;
  }

  /** Resolves when connected. @throws Error if that fails */
  async connect(): Promise<void> {
    const session = this.#open();
    if (!session.connecting) return;
    await new Promise<void>((resolve, reject) => {
      session.once('connect', () => resolve());
      session.once('close', () => reject(new Error(UNREACHABLE)));
    });
  }

  /** The response to one message. @throws Error for people */
  async call(method: string, message: Buffer, timeoutMs: number): Promise<Buffer> {
    const stream = this.#open().request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: method,
      'content-type': 'application/grpc',
      'grpc-timeout': `${timeoutMs}m`,
      te: 'trailers',
    });
    stream.end(framed(message));
    return unframed(await this.#response(stream, timeoutMs));
  }

  stop(): void {
    this.#stopped = true;
    this.#session?.destroy();
  }

  #open(): ClientHttp2Session {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    if (this.#stopped || this.#clock.now() < this.#pauseUntil) throw new Error(UNREACHABLE);
    const session = connect(this.#origin);
    this.#session = session;
    this.#pauseUntil = this.#clock.now() + PAUSE_MS;
    const stopTimer = this.#clock.after(CONNECT_MS, () => session.destroy());
    session.once('connect', () => {
      this.#pauseUntil = 0;
      this.#onData();
      stopTimer();
    });
    // Its errors are reported by its calls.
    session.on('error', () => {});
    session.once('close', () => {
      stopTimer();
      if (this.#session === session) this.#session = undefined;
    });
    return session;
  }

  #onData(): void {
    this.#silent = 0;
    this.#lastDataAt = this.#clock.now();
  }

  #timedOut(): void {
    this.#silent++;
    if (this.#silent >= MAX_SILENT && this.#clock.now() - this.#lastDataAt >= SILENT_MS) this.#session?.destroy();
  }

  #response(stream: ClientHttp2Stream, timeoutMs: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      let state: string | undefined;
      const fail = (why: string): void => {
        reject(new Error(why));
        stream.close(constants.NGHTTP2_CANCEL);
      };
      const stopTimer = this.#clock.after(timeoutMs, () => {
        fail(`the service did not respond within ${timeoutMs} ms`);
        this.#timedOut();
      });
      const note = (headers: { readonly [name: string]: unknown }): void => {
        if (typeof headers['grpc-status'] === 'string') state = headers['grpc-status'];
      };
      stream.on('response', note);
      stream.on('trailers', note);
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) fail(`the response of the service exceeds ${MAX_BYTES} bytes`);
        else chunks.push(chunk);
      });
      stream.on('error', () => {});
      stream.once('close', () => {
        stopTimer();
        if (state !== undefined) this.#onData();
        if (state === '0') resolve(Buffer.concat(chunks));
        else reject(new Error(state === undefined ? UNREACHABLE : `the service responded with gRPC status ${state}`));
      });
    });
  }
}
