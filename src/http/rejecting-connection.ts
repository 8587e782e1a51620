/**
 * A connection with rejected requests. Its next requests are read before Node's HTTP parser, which takes most of the time of a rejection: those
 * that are rejected as well get their response here, all others are passed to the parser as they arrived.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type RawHead, readRawHead } from './raw-head.ts';

/** After so many requests in a row that are not rejected, the parser reads the connection again: it does so at a lower cost. */
const MAX_PASSED = 16;

/** @returns the response to a request that is rejected; undefined: it is not */
export type Reject = (head: RawHead, socket: Socket) => string | undefined;

type Read = (bytes: Buffer) => void;

export class RejectingConnection {
  readonly #socket: Socket;
  readonly #maxHeadBytes: number;
  readonly #reject: Reject;
  readonly #onData: Read = (bytes) => this.#read(bytes);
  /** The parser's listener while this one reads instead. */
  #parse: Read | undefined;
  /** Requests of the parser without a complete response. */
  #pending = 0;
  /** Bytes of the last request that have not arrived. */
  #missing = 0;
  /** Requests in a row that were passed to the parser. */
  #passed = 0;

  /** @param maxHeadBytes requests with a longer head are the parser's */
  constructor(socket: Socket, maxHeadBytes: number, reject: Reject) {
    this.#socket = socket;
    this.#maxHeadBytes = maxHeadBytes;
    this.#reject = reject;
  }

  /** The parser has read the head of a request. Call it for every request of the connection from the first rejected one on. */
  note(request: IncomingMessage, response: ServerResponse, isRejected: boolean): void {
    this.#pending++;
    const onEnd = (): void => {
      this.#pending--;
      if (isRejected && this.#pending === 0) this.#begin();
    };
    // Node sends the response and reads the rest of the body, in either order.
    response.once('close', () => (request.complete ? onEnd() : request.once('end', onEnd)));
  }

  #begin(): void {
    const socket = this.#socket;
    const [parse, ...others] = socket.listeners('data') as Read[];
    if (this.#parse || socket.destroyed || !parse || others.length > 0) return;
    this.#parse = parse;
    this.#missing = 0;
    this.#passed = 0;
    // A listener besides the parser's also ends the parser's own reading of the socket.
    socket.on('data', this.#onData);
    socket.removeListener('data', parse);
  }

  #read(bytes: Buffer): void {
    if (this.#pending > 0 || this.#missing > 0) this.#continue(bytes);
    else this.#start(bytes);
  }

  /** More of a request that the parser has. */
  #continue(bytes: Buffer): void {
    // Otherwise the client does not wait for the response before its next request.
    if (bytes.length > this.#missing) this.#end(bytes);
    else {
      this.#missing -= bytes.length;
      this.#parse?.(bytes);
    }
  }

  #start(bytes: Buffer): void {
    const head = readRawHead(bytes, this.#maxHeadBytes);
    const missing = head ? head.headBytes + head.bodyBytes - bytes.length : -1;
    // Node reads no more of a client that does not read its responses.
    if (!head || missing < 0 || this.#socket.writableLength > 0) {
      this.#end(bytes);
      return;
    }
    const response = missing === 0 ? this.#reject(head, this.#socket) : undefined;
    if (response === undefined) this.#pass(bytes, missing);
    else {
      this.#passed = 0;
      this.#socket.write(response, 'latin1');
    }
  }

  #pass(bytes: Buffer, missing: number): void {
    if (++this.#passed > MAX_PASSED) {
      this.#end(bytes);
      return;
    }
    this.#missing = missing;
    this.#parse?.(bytes);
    // Otherwise the parser read something else.
    if (this.#pending === 0) this.#end();
  }

  /** The parser reads the connection again, until the next rejection. */
  #end(bytes?: Buffer): void {
    const parse = this.#parse;
    this.#parse = undefined;
    if (!parse) return;
    this.#socket.on('data', parse);
    this.#socket.removeListener('data', this.#onData);
    if (bytes) parse(bytes);
  }
}
