/** Signs requests through an external service, the IAB Tech Lab's signatory: gRPC `api.AdsCertSignatory`. */
import type { CallSigner, Signed } from '#src/auction/services.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { invokingDomain } from './call-sign.ts';
import { bytesField, readFields } from './protobuf.ts';
import { hashesOf } from './signature.ts';

/** One call of a method with a message; rejects with an Error meant for people. */
export type UnaryCall = (method: string, message: Buffer, timeoutMs: number) => Promise<Buffer>;

const METHOD = '/api.AdsCertSignatory/SignAuthenticatedConnection';

/** `SignatureOperationStatus`. */
const OPERATION = ['UNDEFINED', 'OK', 'SIGNATORY_DEACTIVATED', 'SIGNATORY_INTERNAL_ERROR', 'MALFORMED_REQUEST'];

/** Characters a header value may hold. */
const FIT = /^[\x20-\x7e]{1,4096}$/;

/** `AuthenticatedConnectionSignatureRequest`; the signatory chooses time and nonce. */
function signatureRequest(invoking: string, uri: string, body: string): Buffer {
  const { body: bodyHash, url } = hashesOf(uri, body);
  return bytesField(1, Buffer.concat([bytesField(1, invoking), bytesField(2, url), bytesField(3, bodyHash)]));
}

/** The fields `number` that hold messages or strings. */
const nested = (bytes: Buffer, number: number): Buffer[] =>
  readFields(bytes).flatMap((field) => (field.number === number && typeof field.value === 'object' ? [field.value] : []));

/** The first signature of an `AuthenticatedConnectionSignatureResponse`. @throws Error for bytes that are no message */
export function readSignature(response: Buffer): Signed {
  const status = readFields(response).findLast(({ number }) => number === 1)?.value ?? 0;
  if (status !== 1) {
    return { error: `error signing request: SIGNATURE_OPERATION_STATUS_${OPERATION[Number(status)] ?? String(status)}` };
  }
  const [first] = nested(response, 2).flatMap((info) => nested(info, 4));
  const message = first && nested(first, 1).at(-1)?.toString('utf8');
  return message !== undefined && FIT.test(message) ? { header: message } : { error: 'the signatory returned no signature' };
}

export class RemoteSignatory implements CallSigner {
  readonly #call: UnaryCall;
  readonly #timeoutMs: number;

  constructor(call: UnaryCall, timeoutMs: number) {
    this.#call = call;
    this.#timeoutMs = timeoutMs;
  }

  /** Never rejects. */
  async sign(uri: string, body: string): Promise<Signed> {
    const invoking = invokingDomain(uri);
    if (invoking === undefined) return { error: 'the called address has no registrable domain' };
    try {
      return readSignature(await this.#call(METHOD, signatureRequest(invoking, uri, body), this.#timeoutMs));
    } catch (cause) {
      return { error: errorMessage(cause) };
    }
  }
}
