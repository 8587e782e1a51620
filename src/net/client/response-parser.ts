/** Parses the responses of one connection, however their bytes arrive: heads up to 16 KB, bodies of all framings. */
import { ChunkDecoder } from './chunks.ts';
import { headersOverflow, protocolError } from './errors.ts';
import { parseHead, type ResponseHead, requireHttp } from './response-head.ts';

/** Max bytes of all heads of a response, of its trailers and its chunk extensions. */
const MAX_HEAD_BYTES = 16_384;
const END_OF_HEAD = '\r\n\r\n';
const SWITCHING_PROTOCOLS = 101;
/** Bytes that distinguish other protocols from HTTP. */
const START_BYTES = 10;

/** Receives the parts of responses. */
export interface ResponseSink {
  onHead(head: ResponseHead): void;
  /** @param part a view of the bytes parsed. @param isLast whether the body is complete */
  onBody(part: Buffer, isLast: boolean): void;
}

export class ResponseParser {
  readonly #sink: ResponseSink;
  /** The head of the response whose body arrives. */
  #head: ResponseHead | undefined;
  /** Bytes of an incomplete head. */
  #partial: Buffer | undefined;
  #partialBytes = 0;
  /** Bytes of the complete heads of this response. */
  #headBytes = 0;
  #bodyLeft = 0;
  #chunks: ChunkDecoder | undefined;

  constructor(sink: ResponseSink) {
    this.#sink = sink;
  }

  /** The head of the response in progress, if it is complete. */
  get head(): ResponseHead | undefined {
    return this.#head;
  }

  /**
   * @returns the position after the response; -1: it continues
   * @throws Error if it breaks the protocol or exceeds a limit
   */
  parse(bytes: Buffer): number {
    let at = 0;
    while (!this.#head) {
      at = this.#readHead(bytes, at);
      if (at < 0) return -1;
    }
    return this.#readBody(this.#head, bytes, at);
  }

  /** The next bytes belong to a new response. */
  reset(): void {
    this.#head = undefined;
    this.#chunks = undefined;
    this.#headBytes = 0;
  }

  /** @returns the position after the head; -1: it is incomplete */
  #readHead(bytes: Buffer, start: number): number {
    if (this.#partial) return this.#completeHead(this.#partial, bytes, start);
    const at = bytes.indexOf(END_OF_HEAD, start, 'latin1');
    if (at < 0) {
      requireHttp(bytes.toString('latin1', start, Math.min(bytes.length, start + START_BYTES)));
      if (bytes.length - start > MAX_HEAD_BYTES) throw headersOverflow();
      this.#partial = Buffer.allocUnsafe(MAX_HEAD_BYTES);
      this.#partialBytes = bytes.copy(this.#partial, 0, start);
      return -1;
    }
    this.#begin(bytes.toString('latin1', start, at));
    return at + END_OF_HEAD.length;
  }

  #completeHead(partial: Buffer, bytes: Buffer, start: number): number {
    const before = this.#partialBytes;
    const length = before + bytes.copy(partial, before, start);
    const at = partial.subarray(0, length).indexOf(END_OF_HEAD, Math.max(0, before - END_OF_HEAD.length + 1), 'latin1');
    if (at < 0) {
      if (before < START_BYTES) requireHttp(partial.toString('latin1', 0, Math.min(length, START_BYTES)));
      if (length === partial.length) throw headersOverflow();
      this.#partialBytes = length;
      return -1;
    }
    this.#partial = undefined;
    this.#begin(partial.toString('latin1', 0, at));
    return start + at + END_OF_HEAD.length - before;
  }

  #begin(text: string): void {
    this.#headBytes += text.length + END_OF_HEAD.length;
    if (this.#headBytes > MAX_HEAD_BYTES) throw headersOverflow();
    const head = parseHead(text);
    if (head.status === SWITCHING_PROTOCOLS) throw protocolError('Unexpected upgrade');
    // Others of this class precede the response.
    if (head.status < 200) return;
    this.#head = head;
    if (head.framing.kind === 'length') this.#bodyLeft = head.framing.bytes;
    if (head.framing.kind === 'chunked') this.#chunks = new ChunkDecoder(MAX_HEAD_BYTES);
    this.#sink.onHead(head);
  }

  #readBody({ framing }: ResponseHead, bytes: Buffer, at: number): number {
    if (framing.kind === 'none') return at;
    if (framing.kind === 'chunked') {
      return this.#chunks?.decode(bytes, at, (from, to) => this.#sink.onBody(bytes.subarray(from, to), false)) ?? -1;
    }
    if (framing.kind === 'close') {
      if (bytes.length > at) this.#sink.onBody(bytes.subarray(at), false);
      return -1;
    }
    const to = Math.min(bytes.length, at + this.#bodyLeft);
    this.#bodyLeft -= to - at;
    if (to > at) this.#sink.onBody(bytes.subarray(at, to), this.#bodyLeft === 0);
    return this.#bodyLeft === 0 ? to : -1;
  }
}
