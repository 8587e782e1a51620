/** Has calls signed by a service of its own, the IAB Tech Lab's signatory: gRPC `api.AdsCertSignatory`. */
import type { CallSigner, Signed } from '#src/auction/services.ts';
import { invokingDomain } from '#src/wire/call-sign.ts';
import { errorMessage } from '#src/wire/error-message.ts';
import { bytesField, readFields } from './protobuf.ts';
import { hashesOf } from './signature.ts';

/** One call of a method with a message; rejects with an Error for people. */
export type UnaryCall = (method: string, message: Buffer, timeoutMs: number) => Promise<Buffer>;

const METHOD = '/api.AdsCertSignatory/SignAuthenticatedConnection';

/** `SignatureOperationStatus`. */
const OPERATION = ['UNDEFINED', 'OK', 'SIGNATORY_DEACTIVATED', 'SIGNATORY_INTERNAL_ERROR', 'MALFORMED_REQUEST'];

/** What a header may hold. */
const FIT = /^[\x20-\x7e]{1,4096}$/;

/** `AuthenticatedConnectionSignatureRequest`: time and nonce are the signatory's. */
export function signatureRequest(invoking: string, uri: string, body: string): Buffer {
  const { body: bodyHash, url } = hashesOf(uri, body);
  return bytesField(1, Buffer.concat([bytesField(1, invoking), bytesField(2, url), bytesField(3, bodyHash)]));
}

/** The members `number` that are messages or texts. */
const inner = (bytes: Buffer, number: number): Buffer[] =>
  readFields(bytes).flatMap((field) => (field.number === number && typeof field.value === 'object' ? [field.value] : []));

/** The first signature of an `AuthenticatedConnectionSignatureResponse`. @throws Error where it is none */
export function readSignature(answer: Buffer): Signed {
  const status = readFields(answer).findLast(({ number }) => number === 1)?.value ?? 0;
  if (status !== 1) {
    return { fault: `error signing request: SIGNATURE_OPERATION_STATUS_${OPERATION[Number(status)] ?? String(status)}` };
  }
  const [first] = inner(answer, 2).flatMap((info) => inner(info, 4));
  const message = first && inner(first, 1).at(-1)?.toString('utf8');
  return message !== undefined && FIT.test(message) ? { header: message } : { fault: 'the signatory gave no signature' };
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
    if (invoking === undefined) return { fault: 'the address it goes to has no registrable domain' };
    try {
      return readSignature(await this.#call(METHOD, signatureRequest(invoking, uri, body), this.#timeoutMs));
    } catch (cause) {
      return { fault: errorMessage(cause) };
    }
  }
}
