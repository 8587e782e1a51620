/** Errors of connections, with undici's messages and codes: both clients report the same. */

/** An error with a code. */
const failure = (message: string, code: string): Error => Object.assign(new Error(message), { code });

/** A connection failed or was closed before the response was complete. */
export const socketError = (message: string): Error => failure(message, 'UND_ERR_SOCKET');

/** The client was closed. */
export const destroyed = (): Error => failure('The client is destroyed', 'UND_ERR_DESTROYED');

/** A response that breaks the HTTP/1.1 protocol. */
export const protocolError = (reason: string): Error =>
  failure(`Response does not match the HTTP/1.1 protocol (${reason})`, 'UND_ERR_HTTP_PARSER');

/** Heads, trailers or chunk extensions that are larger than allowed. */
export const headersOverflow = (): Error => failure('Headers Overflow Error', 'UND_ERR_HEADERS_OVERFLOW');

/** A body that ends before its announced length. */
export const lengthMismatch = (): Error =>
  failure('Response body length does not match content-length header', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH');
