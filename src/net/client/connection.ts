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
const isShared = process.platform !== 'win32';

/** The connection ended before the response did. @param head of the response, if it had arrived */
function truncated(head: ResponseHead | undefined): Error {
  if (head === undefined || head.isPersistent) return socketError('other side closed');
  return head.framing.kind === 'length' ? lengthMismatch() : protocolError('Invalid EOF state');
}

export class Connection implements ResponseSink, CallController {
  /** The option of a new socket that reads without a stream; TLS sockets ignore it. */
  readonly onread: OnReadOpts | undefined;
  readonly #owner: ConnectionOwner;
  readonly #parser = new ResponseParser(this);
  #socket: Socket | undefined;
  #call: ClientCall | undefined;
  #isClosed = false;
  /** ms of the monotonic clock; afterwards an idle connection is closed. */
  expiresAt = 0;

  constructor(owner: ConnectionOwner) {
    this.#owner = owner;
    this.onread = isShared
      ? {
          buffer: READ_BUFFER,
          callback: (bytes) => {
            this.#receive(READ_BUFFER.subarray(0, bytes));
            return true;
          },
        }
      : undefined;
  }

  /** @param reads whether the socket was opened with `onread` */
  attach(socket: Socket, reads: boolean): void {
    this.#socket = socket;
    if (!reads) socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    socket.on('end', () => this.#end());
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.destroy());
  }

  send(call: ClientCall): void {
    this.#call = call;
    this.#socket?.ref();
    call.handler.onRequestStart(this);
    if (this.#call === call) this.#write(call);
  }

  #write({ head, body }: ClientCall): void {
    const socket = this.#socket;
    if (requests.hasSubscribers) requests.publish({ socket });
    const { text, encoding } = head;
    if (encoding) socket?.write(text + (body ?? ''), encoding);
    else socket?.write(Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from(body ?? '')]));
  }

  abort(reason: Error): void {
    if (this.#call) this.#close(reason);
  }

  destroy(error: Error = socketError('closed')): void {
    this.#close(error);
  }

  onHead({ status, headers }: ResponseHead): void {
    this.#call?.handler.onResponseStart(this, status, headers);
  }

  onBody(part: Buffer, isLast: boolean): void {
    this.#call?.handler.onResponseData(this, isLast ? part : Buffer.from(part));
  }

  #receive(bytes: Buffer): void {
    if (!this.#call) {
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
    const call = this.#call;
    if (!call || !head) return;
    this.#call = undefined;
    this.#parser.reset();
    if (isClean && head.isPersistent && call.head.isPersistent && this.#socket?.writableLength === 0) {
      this.#socket.unref();
      this.#owner.released(this, head.idleSeconds);
    } else this.destroy();
    call.handler.onResponseEnd();
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
    const call = this.#call;
    this.#call = undefined;
    this.#owner.closed(this);
    call?.handler.onResponseError(this, error);
  }
}
