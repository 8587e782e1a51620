/** Decodes a chunked body (RFC 9112, section 7.1), however its bytes arrive. */
import { headersOverflow, protocolError } from './errors.ts';
import { parseHeaders } from './response-head.ts';

const [CR, LF, SEMICOLON, TAB, BLANK, DELETE] = [0x0d, 0x0a, 0x3b, 0x09, 0x20, 0x7f];
/** Hexadecimal digits of a size: 2 TB. */
const MAX_DIGITS = 10;

/** Positions in the grammar. */
const SIZE = 0;
const EXTENSION = 1;
const SIZE_LF = 2;
const DATA = 3;
const DATA_CR = 4;
const DATA_LF = 5;
const LINE_START = 6;
const TRAILER = 7;
const TRAILER_LF = 8;
const END_LF = 9;

/** The value of a hexadecimal digit; -1: it is none. */
function digit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

const isControl = (byte: number): boolean => (byte < BLANK && byte !== TAB) || byte === DELETE;

function expectByte(byte: number, expected: number, message: string): void {
  if (byte !== expected) throw protocolError(message);
}

/** Decodes one body. */
export class ChunkDecoder {
  /** Bytes of extensions and trailers that may still come. */
  #allowance: number;
  #state = SIZE;
  #digits = 0;
  /** Lines so far, each with its end. */
  #trailers = '';
  /** Bytes left of the chunk. */
  #left = 0;

  /** @param allowance max bytes of extensions and trailers */
  constructor(allowance: number) {
    this.#allowance = allowance;
  }

  /**
   * @param take receives the parts of the body
   * @returns the position after the body; -1: it continues
   * @throws Error if it breaks the protocol or exceeds a limit
   */
  decode(bytes: Buffer, start: number, take: (from: number, to: number) => void): number {
    const end = bytes.length;
    let at = start;
    while (at < end) {
      if (this.#state === DATA) {
        const to = Math.min(end, at + this.#left);
        take(at, to);
        this.#left -= to - at;
        at = to;
        if (this.#left === 0) this.#state = DATA_CR;
      } else {
        const byte = bytes[at++] as number;
        if (this.#state === END_LF) {
          expectByte(byte, LF, 'Expected LF after headers');
          // Trailers are ignored, but must be valid.
          parseHeaders(this.#trailers, 0);
          return at;
        }
        this.#state = this.#next(byte);
      }
    }
    return -1;
  }

  /** The state after one byte outside the data. */
  #next(byte: number): number {
    switch (this.#state) {
      case SIZE:
        return this.#size(byte);
      case EXTENSION:
        return this.#extension(byte);
      case SIZE_LF:
        expectByte(byte, LF, 'Expected LF after chunk size');
        return this.#left > 0 ? DATA : LINE_START;
      case DATA_CR:
        expectByte(byte, CR, 'Expected LF after chunk data');
        return DATA_LF;
      case DATA_LF:
        expectByte(byte, LF, 'Expected LF after chunk data');
        return SIZE;
      case TRAILER_LF:
        expectByte(byte, LF, 'Missing expected LF after header value');
        return LINE_START;
      case LINE_START:
        return byte === CR ? END_LF : this.#trailer(byte);
      default:
        return this.#trailer(byte);
    }
  }

  #size(byte: number): number {
    const value = digit(byte);
    if (value >= 0 && this.#digits < MAX_DIGITS) {
      this.#left = this.#left * 16 + value;
      this.#digits++;
      return SIZE;
    }
    if (this.#digits === 0 || (byte !== CR && byte !== SEMICOLON)) throw protocolError('Invalid character in chunk size');
    this.#digits = 0;
    return byte === CR ? SIZE_LF : EXTENSION;
  }

  #extension(byte: number): number {
    this.#count();
    if (byte === CR) return SIZE_LF;
    if (isControl(byte)) throw protocolError('Invalid character in chunk extensions');
    return EXTENSION;
  }

  #trailer(byte: number): number {
    this.#count();
    this.#trailers += byte === CR ? '\r\n' : String.fromCharCode(byte);
    return byte === CR ? TRAILER_LF : TRAILER;
  }

  #count(): void {
    if (--this.#allowance < 0) throw headersOverflow();
  }
}
