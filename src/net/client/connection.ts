/** One connection to an origin: sends a request, parses its response, and reports when it is free again. One call at a time. */
import { channel } from 'node:diagnostics_channel';
import type { OnReadOpts, Socket } from 'node:net';
import { toError } from '#src/lang/error-message.ts';
import { CHANNELS } from '../connector.ts';
import type { CallController, CallHandler, ClientRequest } from './contract.ts';
import { lengthMismatch, protocolError, socketError } from './errors.ts';
import type { RequestHead } from './request-head.ts';
import type { ResponseHead } from './response-head.ts';
import { ResponseParser, type ResponseSink } from './response-parser.ts';

/** Subscribers receive the socket of each request. */
const requests = channel(CHANNELS.sending);

export interface ClientCall {
  readonly head: RequestHead;
  readonly body: ClientRequest['body'];
  readonly handler: CallHandler;
}

/** The connections of an origin. */
export interface ConnectionOwner {
  /** The connection can be used again. @param idleSeconds that the server offers; undefined: it does not say */
  released(connection: Connection, idleSeconds: number | undefined): void;
  closed(connection: Connection): void;
}

/**
 * All sockets read into this memory: each read is parsed before the next one. On Windows a socket owns its buffer until bytes arrive.
 */
const READ_BUFFER = Buffer.allocUnsafeSlow(65_536);
/** Sockets without TLS read into that memory, without a stream. */
export const READS_DIRECTLY = process.platform !== 'win32';

/** The connection ended before the response did. @param head of the response, if it had arrived */
function truncated(head: ResponseHead | undefined): Error {
  if (head === undefined || head.isPersistent) return socketError('other side closed');
  return head.framing.kind === 'length' ? lengthMismatch() : protocolError('Invalid EOF state');
}

export class Connection implements ResponseSink, CallController {
  readonly #owner: ConnectionOwner;
  readonly #parser = new ResponseParser(this);
  #socket: Socket | undefined;
  /** Of the call in progress. */
  #handler: CallHandler | undefined;
  /** Whether that call lets the connection be used again. */
  #isPersistent = false;
  #isClosed = false;
  /** ms of the monotonic clock; afterwards an idle connection is closed. */
  expiresAt = 0;

  constructor(owner: ConnectionOwner) {
    this.#owner = owner;
  }

  /** The option of a new socket that reads without a stream; undefined: it must have a stream. */
  readOptions(): OnReadOpts | undefined {
    if (!READS_DIRECTLY) return undefined;
    const callback = (bytes: number): boolean => {
      this.#receive(READ_BUFFER.subarray(0, bytes));
      return true;
    };
    return { buffer: READ_BUFFER, callback };
  }

  /** @param socket that is being connected; undefined: the attempt has failed */
  opening(socket: Socket | undefined): void {
    this.#socket ??= socket;
  }

  /** Ends the attempt to connect, which fails with this error. */
  abandon(error: Error): void {
    this.#socket?.destroy(error);
  }

  /** @param reads whether the socket was opened with `onread` */
  attach(socket: Socket, reads: boolean): void {
    this.#socket = socket;
    if (!reads) socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    socket.on('end', () => this.#end());
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.destroy());
  }

  /** Head and body are released once they are written: a bidder's response takes most of an auction's time. */
  send(call: ClientCall): void {
    const { handler } = call;
    this.#handler = handler;
    this.#isPersistent = call.head.isPersistent;
    this.#socket?.ref();
    handler.onRequestStart(this);
    if (this.#handler === handler) this.#write(call);
  }

  #write({ head, body }: ClientCall): void {
    const socket = this.#socket;
    if (requests.hasSubscribers) requests.publish({ socket });
    const { text, encoding } = head;
    if (encoding) socket?.write(text + (body ?? ''), encoding);
    else socket?.write(Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from(body ?? '')]));
  }

  abort(reason: Error): void {
    if (this.#handler) this.#close(reason);
  }

  destroy(error: Error = socketError('closed')): void {
    this.#close(error);
  }

  onHead({ status, headers }: ResponseHead): void {
    this.#handler?.onResponseStart(this, status, headers);
  }

  onBody(part: Buffer, isLast: boolean): void {
    this.#handler?.onResponseData(this, isLast ? part : Buffer.from(part));
  }

  #receive(bytes: Buffer): void {
    if (!this.#handler) {
      // Unsolicited bytes could pass for the next response.
      this.destroy();
      return;
    }
    try {
      const end = this.#parser.parse(bytes);
      if (end >= 0) this.#complete(end === bytes.length);
    } catch (cause) {
      this.#close(toError(cause));
    }
  }

  /** @param isClean whether nothing arrived after the response */
  #complete(isClean: boolean): void {
    const { head } = this.#parser;
    const handler = this.#handler;
    if (!handler || !head) return;
    this.#handler = undefined;
    this.#parser.reset();
    if (isClean && head.isPersistent && this.#isPersistent && this.#socket?.writableLength === 0) {
      this.#socket.unref();
      this.#owner.released(this, head.idleSeconds);
    } else this.destroy();
    handler.onResponseEnd();
  }

  /** The server sends nothing more. */
  #end(): void {
    const { head } = this.#parser;
    if (head?.framing.kind === 'close') this.#complete(false);
    else this.#close(truncated(head));
  }

  #fail(error: Error & { readonly code?: string }): void {
    // Servers that do not read all of the request reset the connection after their response.
    if (error.code === 'ECONNRESET' && this.#parser.head?.framing.kind === 'close') this.#complete(false);
    else this.#close(error);
  }

  #close(error: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket?.destroy();
    const handler = this.#handler;
    this.#handler = undefined;
    this.#owner.closed(this);
    handler?.onResponseError(this, error);
  }
}
